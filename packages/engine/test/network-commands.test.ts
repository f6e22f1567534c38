/** The commands of containers that reach other containers. */
import { createServer } from 'node:http';
import { beforeEach, expect, it } from 'vitest';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

beforeEach(async () => {
  const { client, engine } = scene();
  engine.programs.add('httpd', async ({ listen, signal }) => {
    const server = createServer(({ url }, response) => {
      if (url === '/none') response.writeHead(404).end('nothing');
      else if (url === '/chunks') response.write('one\n', () => response.end('two\n'));
      else response.setHeader('content-length', url?.length ?? 0).end(url);
    });
    const stop = listen(80, server);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    stop();
  });
  const IPAM = { Config: [{ Subnet: '10.60.0.0/24' }] };
  await client.network.create({ body: { Name: 'back', IPAM } });
  await scene().run({ Cmd: ['httpd'], HostConfig: { NetworkMode: 'back' } }, 'web');
});

const rows: readonly (readonly [script: string, output: string])[] = [
  ['wget -qO- http://web/a/b?c=d', '/a/b?c=d'],
  ['wget -q web/file && cat file', '/file'],
  ['wget -q http://web && cat index.html', '/'],
  ['wget -q -O named http://web/x; cat named', '/x'],
  ['wget --spider http://web/x; ls x; echo $?', 'ls: x: No such file or directory\n1\n'],
  ['wget -qO- http://web/chunks', 'one\ntwo\n'],
  ['wget -qO- http://web/none; echo $?', 'wget: server returned error: HTTP/1.1 404\n1\n'],
  ['wget -qO- http://lost/; echo $?', "wget: bad address 'lost'\n1\n"],
  ['wget -qO- http://web:81/; echo $?', "wget: can't connect to remote host (10.60.0.2): Connection refused\n1\n"],
  ['curl -s http://web/a; echo; curl web/b', '/a\n/b'],
  [
    'curl -s http://web/none; echo; curl -f http://web/none; echo $?',
    'nothing\ncurl: (22) The requested URL returned error: 404\n22\n',
  ],
  ['curl -o out http://web/x; cat out', '/x'],
  ['curl http://lost; echo $?; curl -s http://lost; echo $?', "curl: (7) bad address 'lost'\n7\n7\n"],
  [
    'ping -c 1 web',
    'PING web (10.60.0.2): 56 data bytes\n64 bytes from 10.60.0.2: seq=0 ttl=64 time=0.050 ms\n\n--- web ping statistics ---\n1 packets transmitted, 1 packets received, 0% packet loss\n',
  ],
  ['ping -c 1 lost; echo $?', "ping: bad address 'lost'\n1\n"],
  [
    'nslookup web',
    'Server:\t\t127.0.0.11\nAddress:\t127.0.0.11:53\n\nNon-authoritative answer:\nName:\tweb\nAddress: 10.60.0.2\n',
  ],
  [
    'nslookup lost; echo $?',
    "Server:\t\t127.0.0.11\nAddress:\t127.0.0.11:53\n\n** server can't find lost: NXDOMAIN\n1\n",
  ],
  ['getent hosts web; getent hosts lost; echo $?', '10.60.0.2         web  web\n2\n'],
  [
    'nc -z web 80; echo $?; nc -z web 81; echo $?',
    "0\nnc: can't connect to remote host (10.60.0.2): Connection refused\n1\n",
  ],
  ['printf "GET /nc HTTP/1.0\\r\\n\\r\\n" | nc web 80 | tail -n 1', '/nc'],
  ['{ echo sent | nc -l -p 90 & sleep 0.05; echo typed | nc localhost 90; wait; } | sort', 'sent\ntyped\n'],
  ['grep -c web /etc/hosts; grep nameserver /etc/resolv.conf', '0\nnameserver 127.0.0.11\n'],
  ['ip addr | grep -c inet; ip -4 -o addr show | cut -d" " -f2,7', '3\nlo 127.0.0.1/8\neth0 10.60.0.3/24\n'],
  [
    'ip link | grep -c link/; ip -6 -o addr; ip wrong; echo $?',
    "2\n1: lo    inet6 ::1/128 scope host lo\nip: invalid argument 'wrong'\n1\n",
  ],
];

it('print what they find', async () => {
  const end = '=== end\n';
  const script = rows.map(([line]) => `mkdir /w; cd /w; { ${line}; } 2>&1; printf '${end}'; cd /; rm -r /w`).join('\n');
  const output = await scene().output({ Cmd: ['sh', '-c', script], HostConfig: { NetworkMode: 'back' } });
  const outputs = output.split(end).slice(0, -1);
  expect(rows.map(([line], index) => [line, outputs[index]])).toEqual(rows);
});

it('a program that stops listening twice leaves the port to the one that took it', async () => {
  const { engine } = scene();
  engine.programs.add('twice', async ({ listen }) => {
    const responding = (text: string) => createServer((_request, response) => void response.end(text));
    const stop = listen(81, responding('first'));
    stop();
    listen(81, responding('second'));
    stop();
    await new Promise(() => undefined);
  });
  await scene().run({ Cmd: ['twice'], HostConfig: { NetworkMode: 'back' } }, 'taken');
  const script = ['sh', '-c', 'wget -qO- http://taken:81'];
  expect(await scene().output({ Cmd: script, HostConfig: { NetworkMode: 'back' } })).toBe('second');
});
