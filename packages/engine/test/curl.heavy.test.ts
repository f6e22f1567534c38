/** `curl` of containers, compared with the real one: what it sends, what it prints, and how it ends. */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useEngineScene } from './engine-scene.js';

const scene = useEngineScene();

/** Responds with the request, without the version of the client, and how it frames messages. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', rawHeaders } = request;
  const fields = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  const shown = fields
    .filter((field) => !/^(Connection: close|Content-Length: 0|Expect: .*)$/.test(field))
    .map((field) =>
      field
        .replace(/curl\/[\d.]+|-{20,}\w+|-+formdata-undici-\d+/, '…')
        .replace('deflate, gzip, br, zstd', 'deflate, gzip'),
    );
  const lines = [`${method} ${url}`, ...shown.sort()];
  response.sendDate = false;
  response.setHeader('connection', 'close');
  if (url.startsWith('/hang')) return;
  if (url === '/destroyed') return void request.socket.destroy();
  const body = await text(request);
  if (url.startsWith('/moved')) response.writeHead(Number(url.slice(6)), { location: '/new' });
  else if (/^\/\d{3}$/.test(url)) response.statusCode = Number(url.slice(1, 4));
  response.end(`${lines.join('\n')}\n${body}\n`);
}

const lines = [
  'curl -s web',
  'curl -s web/a?b=c#d',
  'curl -s "http://web/a b"; echo $?',
  'curl -s web -H "Accept: text/plain"',
  'curl -s web -H "Accept:"',
  'curl -s web -H "X-Empty;"',
  'curl -s web -H "User-Agent: me" -A other',
  'curl -s web -A ""',
  'curl -s web -H "Host: other"',
  'curl -s web -u a:b',
  'curl -s web -d a=b',
  'curl -s web -d a=b -d c=d',
  'curl -s web -d a=b -H "content-type: text/plain"',
  'curl -s web -X PUT -d a=b',
  'curl -s web -X DELETE',
  'curl -s web -d @data',
  'curl -s web --data-binary @data',
  'curl -s web --data-raw @data',
  'printf "x\\ny\\n" | curl -s web -d @-',
  'curl -s web --data-urlencode "a=b c"',
  'curl -s web -G -d a=b -d c=d',
  'curl -s "web?x=y" -G -d a=b',
  'curl -s web --json "{}"',
  'curl -s web -I',
  'curl -s web/404 -I',
  'curl -si web/201',
  'curl -s web/404; echo $?',
  'curl -sf web/404; echo $?',
  'curl -sSf web/500; echo $?',
  'curl --fail-with-body -s web/500; echo $?',
  'curl -s web/moved302',
  'curl -sL web/moved302',
  'curl -sL web/moved302 -d a=b',
  'curl -sL web/moved307 -d a=b',
  'curl -sL web/moved303 -X PUT -d a=b',
  'curl -sLI web/moved301',
  'curl -s -o out web; cat out',
  'curl -s -O web/file; cat file',
  'curl -s -o /dev/null -w "%{http_code} %{url_effective} %{size_download}\\n" web/404',
  'curl -s -w "%{http_code}" web/204',
  'curl -s -w "%{method} %{content_type} %{num_redirects} %{exitcode}\\n" -o /dev/null web -L',
  'curl -s web/a web/b',
  'curl -s -m 0.1 web/hang; echo $?',
  'curl -sS -m 0.1 web/hang 2>&1 | sed "s/after [0-9]* m/after m/"',
  'curl -s --connect-timeout 2 web | head -n 1',
  'curl -s --retry 2 web/404 | head -n 1',
  'curl -s --compressed web',
  'curl -s -b a=b web',
  'curl -s -e http://other web',
  'curl -s -T data web/up',
  'curl -s -r 0-1 web',
  'curl -s --url web',
  'curl -s -k web | head -n 1',
  'curl -s -4 web | head -n 1',
  'curl -s --http1.1 web | head -n 1',
  'curl -s web/{a,b}',
  'curl -s "web/[1-3]"',
  'curl -g -s "web/[1]"',
  'curl -D head -s web -o out; cat head',
  'curl -s -i -X HEAD -m 1 web',
  'curl -s http://a:b@web',
  'curl -s web --data-urlencode "=a&b" --data-urlencode n@data -d c',
  'curl -s web -H @data -H "X: 1"',
  'curl -s -X POST web',
  'curl -s -L --max-redirs 0 web/moved302; echo $?',
  'curl -sS -L --max-redirs 0 web/moved302; echo $?',
  'curl -s -o a web/1 -o b web/2; cat b a; rm a b',
  'curl -s -T data web/up/',
  'curl -s "web/[a-c:2]{x,y}"',
  'curl -s web/a/../b/./c',
  'curl -s -w "%{redirect_url} %{num_redirects} %{size_upload} %{nope}|%%\\n" -o /dev/null web/moved302 -d abc',
  'curl -s -w "%{http_code} %{exitcode} %{errormsg}\\n" http://lost.invalid',
  'curl -sfw "%{http_code}\\n" web/404',
  'curl -sOw "%{http_code}\\n" web; echo $?',
  'curl -s -H; echo $?',
  'curl --retry 1 --retry-delay 1 -s web/503',
  'curl -s --retry 1 --retry-delay 1 -f web/500; echo $?',
  'curl -s web/destroyed; echo $?',
  'curl -sS web/destroyed; echo $?',
  'curl; echo $?',
  'curl -s; echo $?',
  'curl -s lost.invalid; echo $?',
  'curl --no-such-option web; echo $?',
  'curl -s -o none/out web; echo $?',
  'curl -s -o none/out --create-dirs web; echo $?; cat none/out',
  'curl -s web -F a=b -F c=@data | grep -v Content-Length',
  'curl -s web -F "c=@data;type=text/x;filename=n" | grep -v Content-Length',
  'curl -s web -F c=@none; echo $?',
  'curl -s web --data-urlencode "a=b!c(d)*"',
  'curl -s web --data-urlencode "x y" --data-urlencode @data',
  'curl -s web -u a:b:c',
  'curl -s web -u :',
  'curl -sL -u a:b web/moved302',
  'curl --fail-early -sf web/404 web/a; echo $?',
  'curl -sf web/404 web/a; echo $?',
  'curl -s --retry 1 --retry-delay 1 --retry-connrefused web:81; echo $?',
  'curl -s web -b a=b -b c=d',
  'curl -s -X PATCH --json 1 --json 2 web',
  'curl -s web -H "Content-Type: x" --json 1',
  'curl -s web -G',
  'curl -s web -G --data-urlencode "a=b c"',
  'curl -s "web/[01-10:4]"',
  'curl -s --output-dir none --create-dirs -O web/file; cat none/file',
  'curl -s --output-dir none -O web/file; echo $?',
  'curl -s http://; echo $?',
  'curl -s "http://a b/"; echo $?',
  'curl -s ""; echo $?',
  'curl -s http://web:99999; echo $?',
  'curl -s "http://[::1"; echo $?',
  'curl -s -w "\\t\\r\\x\\\\\\\\%{nope" -o out web | od -c',
  'curl -m x web; echo $?',
  'curl --max-redirs x web; echo $?',
  'curl --retry x web; echo $?',
  'curl -sL --max-redirs -1 web/moved302 | head -n 1',
  'curl -o; echo $?',
  'curl --output; echo $?',
  'curl --max-time; echo $?',
  'curl -q0; echo $?',
  'curl -sN web | head -n 1',
  'curl -s -r 2- web',
  'curl -s -H X web',
  'curl -s -H ": v" web',
  'curl -sL web/moved301 -X POST -d a',
  'curl -sL web/moved308 -X PATCH -d a=b',
  'curl -si web/204',
  'curl -siL web/moved302',
  'curl -sIw "%{http_code}" web',
  'curl -s "web?a=b"',
  'curl -s "web/a?b c"; echo $?',
  'curl -s web/a%zz',
  'curl -s web//a',
  'curl -s web/./../a',
  'curl -s "web/a?b/../c"',
  'curl -s web#x',
  'curl -s HTTP://web/A',
  'curl -s web:80/a',
  'curl -s web -A me -e a -b x=1 -H "Referer: b"',
  'curl -s -d "" web',
  'curl -sD - -o out web/201',
  'curl -sD - web/201 -w "%{size_download}\\n"',
  'curl -s -O -O web/file web/file2; cat file file2; rm file2',
  'curl -sf --retry 1 --retry-delay 1 web/404; echo $?',
  'curl -sL -o out -w "%{num_redirects} %{url_effective}\\n" web/moved307 -T data',
  'curl -s --compressed -H "Accept-Encoding: x" web',
  'curl -s web/a web:81 web/b; echo $?',
];

const hasCurl = spawnSync('curl', ['--version']).status === 0;
it.runIf(hasCurl)('sends, prints and ends as the real one', { timeout: 120_000 }, async () => {
  const server = createServer((request, response) => void respond(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'lading-curl-'));
  try {
    writeFileSync(
      join(folder, '.curlrc'),
      `connect-to = "web:80:127.0.0.1:${(server.address() as AddressInfo).port}"\nconnect-to = "web:81:127.0.0.1:1"\n`,
    );
    const end = '=== end\n';
    const script = lines
      .map((line) => `printf "a\\nb\\n" > data; { ${line}; } 2>&1; printf '${end}'; rm -rf data out file head none`)
      .join('\n');
    const env = { ...process.env, CURL_HOME: folder };
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder, env });
    const { engine } = scene();
    engine.programs.add('httpd', async ({ listen, signal }) => {
      const stop = listen(
        80,
        createServer((request, response) => void respond(request, response)),
      );
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stop();
    });
    await scene().client.network.create({ body: { Name: 'back' } });
    const HostConfig = { NetworkMode: 'back' };
    await scene().run({ Cmd: ['httpd'], HostConfig }, 'web');
    const output = await scene().output({ Cmd: ['sh', '-c', script], HostConfig });
    const rowsOf = (text: string): unknown =>
      text
        .replaceAll(/-{20,}\w+|-+formdata-undici-\d+/g, '…')
        .split(end)
        .map((printed, index) => ({ line: lines[index], printed: printed.split(/(?<=\n)/) }));
    expect(rowsOf(output)).toEqual(rowsOf(stdout));
  } finally {
    server.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  }
});
