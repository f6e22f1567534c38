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
