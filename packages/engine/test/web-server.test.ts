/** The web server of containers, and the list of ports on which they listen. */
import { expect, it } from 'vitest';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene({ publishPorts: true });

const site = 'mkdir -p /w/sub; echo hi >/w/index.html; echo "{}" >/w/sub/a.json; echo secret >/outside; ';

it.each<[script: string, output: string]>([
  ['httpd -p 8080 -h /w; sleep 0.05; wget -qO- localhost:8080/; wget -qO- localhost:8080/sub/a.json', 'hi\n{}\n'],
  ['httpd -f -p 81 -h /w & sleep 0.05; wget -qO- http://localhost:81/; kill $!; wait $!; echo $?', 'hi\n143\n'],
  ['cd /w; httpd -p 82; sleep 0.05; wget -qO- localhost:82/%69ndex.html; pgrep httpd | wc -l', 'hi\n1\n'],
  [
    'httpd -h /w; sleep 0.05; wget -qO- localhost/none; echo $?',
    'wget: server returned error: HTTP/1.1 404 Not Found\n1\n',
  ],
  [
    'httpd -h /w; sleep 0.05; wget -qO- localhost/../outside; echo $?',
    'wget: server returned error: HTTP/1.1 404 Not Found\n1\n',
  ],
  ['httpd -h /w; sleep 0.05; httpd -h /w; echo $?', 'httpd: bind: Address already in use\n1\n'],
  ['httpd --bogus; echo $?', "httpd: unrecognized option '--bogus'\n1\n"],
  ['httpd -h /none; echo $?', "httpd: can't change directory to '/none': No such file or directory\n1\n"],
  ['netstat -Z; echo $?', "netstat: invalid option -- 'Z'\n1\n"],
  [
    'httpd -p 8080 -h /w; sleep 0.05; netstat -tln',
    'Active Internet connections (only servers)\nProto Recv-Q Send-Q Local Address           Foreign Address         State       \ntcp        0      0 0.0.0.0:8080            0.0.0.0:*               LISTEN      \n',
  ],
  ['netstat -tn | wc -l', '2\n'],
  [
    'netstat -x; netstat -a | head -n 1; netstat -ul | head -n 1; netstat -r; httpd -r x; httpd -p x; httpd -p 0; httpd -p 65536; httpd -u a',
    "Active UNIX domain sockets (w/o servers)\nProto RefCnt Flags       Type       State         I-Node Path\nActive Internet connections (servers and established)\nActive Internet connections (only servers)\nnetstat: option '-r' is not simulated\nhttpd: option '-r' is not simulated\nhttpd: bad port 'x'\nhttpd: bad port '0'\nhttpd: bad port '65536'\nhttpd: option '-u' is not simulated\n",
  ],
  [
    'ln -s /w/sub /w/l; echo x > /w/sub/index.html; httpd -p 127.0.0.1:8080 -h /w; sleep 0.05; for p in /sub /l/ /%zz /none; do curl -si localhost:8080$p | grep -E "^(HTTP|Loc|x)"; done; curl -sX PUT localhost:8080/ | grep not; curl -sI localhost:8080/ | grep -E "^(HTTP|Content)"',
    'HTTP/1.1 302 Found\r\nLocation: /sub/\r\nHTTP/1.1 200 OK\r\nx\nHTTP/1.1 400 Bad Request\r\nHTTP/1.1 404 Not Found\r\nThe requested method is not recognized\nHTTP/1.1 200 OK\r\nContent-type: text/html\r\nContent-Length: 3\r\n',
  ],
])('%s', async (script, output) => {
  expect(await scene().output({ Cmd: ['sh', '-c', `exec 2>&1; ${site}${script}`] })).toBe(output);
});

it('serves files on a published port', async () => {
  const id = await scene().run({
    Cmd: ['sh', '-c', `${site}httpd -f -p 8080 -h /w`],
    ExposedPorts: { '8080/tcp': {} },
    HostConfig: { PortBindings: { '8080/tcp': [{ HostPort: '' }] } },
  });
  const port = (await scene().client.container.inspect({ id })).NetworkSettings.Ports?.['8080/tcp']?.[0]?.HostPort;
  const respond = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, response.headers.get('content-type'), await response.text()];
  };
  await expect.poll(() => respond('/').catch(() => undefined)).toEqual([200, 'text/html', 'hi\n']);
  expect(await respond('/sub/a.json')).toEqual([200, 'application/json', '{}\n']);
  expect((await respond('/none'))[0]).toBe(404);
});
