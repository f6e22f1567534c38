/** The commands of containers that reach other containers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

beforeEach(async () => {
  const { client, engine } = scene();
  engine.programs.add('httpd', async ({ listen, signal }) => {
    const server = createServer((request, response) => {
      const { url, method, headers } = request;
      if (url === '/echo')
        void text(request).then((body) =>
          response.end(`${method} ${headers['x-a']} ${headers['user-agent']} ${headers['authorization']} ${body}\n`),
        );
      else if (headers.range === 'bytes=3-') response.writeHead(206).end('nge\n');
      else if (url === '/zip') response.setHeader('content-encoding', 'gzip').end('no archive');
      else if (url === '/form') response.end(`${headers['content-type']}\n`);
      else if (url === '/moved') response.writeHead(302, { location: '/new' }).end();
      else if (url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else if (url === '/hang') response.flushHeaders();
      else if (url === '/destroyed') request.socket.destroy();
      else if (url === '/none') response.writeHead(404).end('nothing');
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
  [
    'wget --spider http://web/x; ls x; echo $?',
    'Connecting to web (10.60.0.2:80)\nremote file exists\nls: x: No such file or directory\n1\n',
  ],
  ['wget -qO- http://web/chunks', 'one\ntwo\n'],
  ['wget -qO- http://web/none; echo $?', 'wget: server returned error: HTTP/1.1 404 Not Found\n1\n'],
  ['wget -qO- http://lost/; echo $?', "wget: bad address 'lost'\n1\n"],
  ['wget -qO- http://web:81/; echo $?', "wget: can't connect to remote host (10.60.0.2): Connection refused\n1\n"],
  ['curl -s http://web/a; echo; curl web/b', '/a\n/b'],
  [
    'curl -s http://web/none; echo; curl -f http://web/none; echo $?',
    'nothing\ncurl: (22) The requested URL returned error: 404\n22\n',
  ],
  ['curl -o out http://web/x; cat out', '/x'],
  ['curl http://lost; echo $?; curl -s http://lost; echo $?', 'curl: (6) Could not resolve host: lost\n6\n6\n'],
  [
    'curl -sS http://web:81; echo $?',
    "curl: (7) Failed to connect to web port 81 after 0 ms: Couldn't connect to server\n7\n",
  ],
  [
    'curl -s -X PUT -H "X-A: 1" -A me -u a:b -d c=d -d e web/echo; curl -sL web/moved; echo; curl -sI web/a | head -n 1',
    'PUT 1 me Basic YTpi c=d&e\n/new\nHTTP/1.1 200 OK\r\n',
  ],
  [
    'curl -s -o /dev/null -w "%{http_code}\\n" web/none; curl --nope web; echo $?',
    "404\ncurl: option --nope: is unknown\ncurl: try 'curl --help' or 'curl --manual' for more information\n2\n",
  ],
  [
    'curl -s web/form -d a; curl -s web/form -d a -H "content-type: x/y"; curl -s web/form',
    'application/x-www-form-urlencoded\nx/y\nundefined\n',
  ],
  [
    'wget -qO- --header "X-A: 1" -U me --post-data x=y web/echo; wget -qO- web/moved; echo; wget --no-such web; echo $?',
    "POST 1 me undefined x=y\n/new\nwget: unrecognized option '--no-such'\n1\n",
  ],
  [
    'wget web/a; wget web/a; echo $?; wget -qO- https://web/; echo $?',
    "Connecting to web (10.60.0.2:80)\nsaving to 'a'\n'a' saved\nConnecting to web (10.60.0.2:80)\nwget: can't open 'a': File exists\n1\nwget: https is not simulated: https://web/\n1\n",
  ],
  [
    'nc -x web 80; echo $?; nslookup -type=mx web; echo $?',
    "nc: invalid option -- 'x'\n1\nnslookup: invalid option -- 'type=mx'\n1\n",
  ],
  ['getent passwd root; getent group 0; getent passwd none; echo $?', 'root:x:0:0:root:/root:/bin/sh\nroot:x:0:\n2\n'],
  [
    'ifconfig eth0 | head -n 2; ifconfig none; echo $?; ifconfig eth0 down; echo $?',
    'eth0      Link encap:Ethernet  HWaddr 02:42:0A:3C:00:03  \n          inet addr:10.60.0.3  Bcast:10.60.0.255  Mask:255.255.255.0\nifconfig: none: error fetching interface information: Device not found\n1\nifconfig: SIOCSIFFLAGS: Operation not permitted\n1\n',
  ],
  [
    "ifconfig | grep -c Link; route -n | tail -n 2; ip route; ip route get 8.8.8.8; ip route | awk '/default/ {print $3}'",
    '2\n0.0.0.0         10.60.0.1       0.0.0.0         UG    0      0        0 eth0\n10.60.0.0       0.0.0.0         255.255.255.0   U     0      0        0 eth0\ndefault via 10.60.0.1 dev eth0 \n10.60.0.0/24 dev eth0 scope link  src 10.60.0.3 \n8.8.8.8 via 10.60.0.1 dev eth0  src 10.60.0.3 \n10.60.0.1\n',
  ],
  [
    'ip addr show none; echo $?; ip addr add 10.0.0.1/8 dev eth0; echo $?; ip -s link; echo $?',
    "ip: can't find device 'none'\n1\nip: RTNETLINK answers: Operation not permitted\n2\nip: invalid option -- 's'\n1\n",
  ],
  [
    'sysctl net.core.somaxconn; sysctl -n kernel/ostype; sysctl none.x; echo $?; sysctl -w vm.swappiness=1; echo $?; sysctl -w x; sysctl net.core',
    "net.core.somaxconn = 4096\nLinux\nsysctl: error: 'none/x' is an unknown key\n1\nsysctl: error setting key 'vm.swappiness': Read-only file system\n1\nsysctl: error: 'x' must be of the form name=value\nnet.core.somaxconn = 4096\n",
  ],
  [
    'df -h; df -P / | tail -n 1; df /none; free -z; free -m | head -n 1; uptime -z; mount -t proc; mount -t tmpfs x /y; sysctl -p; echo $?',
    "Filesystem                Size      Used Available Use% Mounted on\noverlay                  10.0G         0     10.0G   0% /\noverlay               10485760         0  10485760   0% /\nFilesystem           1K-blocks      Used Available Use% Mounted on\ndf: /none: can't find mount point\nfree: usage: free [-bkmgh]\n              total        used        free      shared  buff/cache   available\nuptime: invalid option -- 'z'\nproc on /proc type proc (rw,nosuid,nodev,noexec,relatime)\nmount: permission denied (are you root?)\nsysctl: /etc/sysctl.conf: No such file or directory\n0\n",
  ],
  [
    'ping -c 1 web',
    'PING web (10.60.0.2): 56 data bytes\n64 bytes from 10.60.0.2: seq=0 ttl=64 time=0.050 ms\n\n--- web ping statistics ---\n1 packets transmitted, 1 packets received, 0% packet loss\nround-trip min/avg/max = 0.050/0.050/0.050 ms\n',
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
  [
    'wget -qSO /dev/null web/a 2>&1 | head -n 2; wget -qO- web/loop; echo $?; ping -c 2 -i 0.01 web | grep -c seq; ping -qAc 2 -s 8 web | grep -c seq; ping -i 0.01 -w 0.05 web | grep -c received',
    '  HTTP/1.1 200 OK\n  content-length: 2\nwget: too many redirections\n1\n2\n0\n1\n',
  ],
  [
    'nslookup web 8.8.8.8; echo $?; getent nope x; echo $?; getent ahosts web; nc -zv web 80; echo $?; route add default gw 1.1.1.1; echo $?; ip route get 2.2.2.2 | cut -d" " -f1-3; ip route add 2.2.2.2 dev eth0; echo $?; df -i; route | tail -n 2; printf "# x\\n; y\\n\\nkernel.ostype = Linux\\n" > conf; sysctl -p conf; echo $?',
    ";; connection timed out; no servers could be reached\n\n1\ngetent: unknown database 'nope'\n1\n10.60.0.2         web  web\nweb (web:80) open\n0\nroute: SIOCADDRT: Operation not permitted\n1\n2.2.2.2 via 10.60.0.1\nip: RTNETLINK answers: Operation not permitted\n2\ndf: option '-i' is not simulated\ndefault         10.60.0.1       0.0.0.0         UG    0      0        0 eth0\n10.60.0.0       *               255.255.255.0   U     0      0        0 eth0\nsysctl: error setting key 'kernel.ostype': Read-only file system\n0\n",
  ],
  ['getent hosts web; getent hosts lost; echo $?', '10.60.0.2         web  web\n2\n'],
  [
    'wget -q -P none web/x; echo $?; wget -qO /dev/null web/x; wget -o log -O- web/x; cat log; curl -so /dev/null -D none/head web; echo $?',
    "wget: can't open 'none/x': No such file or directory\n1\n/xConnecting to web (10.60.0.2:80)\nwriting to stdout\nwritten to stdout\n23\n",
  ],
  [
    'printf /ra > range; wget -qc web/range; cat range; wget -qO- http://u:p@web/echo',
    '/range\nGET undefined Wget Basic dTpw \n',
  ],
  [
    'wget -qO- "http://%zz@web/echo"; curl -s "http://%zz@web/echo"; curl -sH "$(printf "X: a\\001b")" web/echo; echo $?; curl -s --compressed web/zip; echo $?; curl -m x web; echo $?; wget -T x web; echo $?',
    "GET undefined Wget Basic JXp6Og== \nGET undefined curl/8.5.0 Basic JXp6Og== \ncurl: Invalid character in header content [\"X\"]\n1\n61\ncurl: option -m: expected a proper numerical parameter\ncurl: try 'curl --help' or 'curl --manual' for more information\n2\nwget: invalid number 'x'\n1\n",
  ],
  ['wget -T 0.01 -qO- web/hang; echo $?', 'wget: download timed out\n1\n'],
  ['wget -qO- web/destroyed; echo $?', 'wget: error getting response\n1\n'],
  ['printf "GET /hang HTTP/1.0\\r\\n\\r\\n" | nc -w 0.01 web 80 | head -n 1; echo $?', 'HTTP/1.1 200 OK\r\n0\n'],
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
    '2\n1: lo    inet6 ::1/128 scope host \\       valid_lft forever preferred_lft forever\nip: usage: ip [OPTIONS] address|route|link [ARGS]\n1\n',
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

it('the connections of a program end with it, after what it has written, and its port is free', async () => {
  const { client, engine } = scene();
  engine.programs.add('greet', async ({ listen }) => {
    listen(90, (connection) => void connection.write('hello'));
    await new Promise(() => undefined);
  });
  const received: string[] = [];
  engine.programs.add('read', async ({ connect }) => {
    const connection = connect('greeter', 90).on('data', (data: Buffer) => received.push(String(data)));
    await once(connection, 'end');
    const error = once(connection, 'error');
    connection.write('too late');
    received.push(((await error) as [NodeJS.ErrnoException])[0].code ?? '');
  });
  const HostConfig = { NetworkMode: 'back' };
  const greeter = await scene().run({ Cmd: ['greet'], HostConfig }, 'greeter');
  const reader = await scene().run({ Cmd: ['read'], HostConfig });
  await expect.poll(() => received).toEqual(['hello']);
  await client.container.kill({ id: greeter });
  expect((await client.container.wait({ id: reader })).StatusCode).toBe(0);
  expect(received).toEqual(['hello', 'EPIPE']);
  const script = 'greet & sleep 0.01; kill $!; wait; nc -z localhost 90; echo $?';
  expect(await scene().output({ Cmd: ['sh', '-c', script], HostConfig })).toBe('1\n');
});
