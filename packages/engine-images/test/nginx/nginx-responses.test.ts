/** Responses of nginx to `responses.txt` with the configuration `site.conf`: those that nginx 1.22.1 has sent. */
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScene } from '../scene.js';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The headers that are compared. */
const names =
  `content-type location www-authenticate cache-control content-encoding access-control-allow-origin x-static x-a x-n
  x-proxy x-back content-range accept-ranges refresh`.split(/\s+/);

/** Sends a line such as `POST /path | header: value | body: text`. */
async function respondTo(line: string, port: number): Promise<string> {
  const [first = '', ...options] = line.split(' | ');
  const [method, path] = first.split(' ');
  const pairs = options.map((each) => each.split(/: (.*)/s) as [string, string]);
  const headers = { host: 'site.test', ...Object.fromEntries(pairs.filter(([name]) => name !== 'body')) };
  const body = pairs.find(([name]) => name === 'body')?.[1];
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (data: Buffer) => chunks.push(data));
      response.on('end', () => {
        const { headers: found } = response;
        const shown = names
          .filter((name) => found[name] !== undefined)
          .map((name) => `${name}: ${String(found[name])}`);
        const content = Buffer.concat(chunks);
        const text = found['content-encoding'] ? String(content.length > 0) : content.toString().replaceAll('\r', '');
        const line = [`${response.statusCode} ${response.statusMessage}`, ...shown, JSON.stringify(text)].join(' | ');
        resolve(line.replaceAll(/\d{20}/g, 'boundary').replace(/ \d+ \d+ \d+ /, ' N N N '));
      });
    });
    sent.on('upgrade', (response, socket) => {
      socket.write('hello');
      socket.once('data', (data) => {
        socket.end();
        resolve(`${response.statusCode} ${response.headers.upgrade} | ${String(data)}`);
      });
    });
    sent.on('error', () => resolve('closed'));
    sent.end(body);
  });
}

/** The server to which the configuration passes requests on. */
const backend = createServer((incoming, response) => {
  let body = '';
  if (incoming.url?.includes('slow') === true) return;
  if (incoming.url?.includes('text') === true) response.setHeader('content-type', 'text/plain');
  incoming.on('data', (data: Buffer) => (body += data.toString()));
  incoming.on('end', () => {
    if (incoming.url?.includes('s503') === true) return response.writeHead(503).end('backend 503');
    if (incoming.url?.includes('headers') === true) return response.end(incoming.rawHeaders.join(' '));
    if (incoming.url?.includes('refresh') === true) return response.setHeader('refresh', '3; url=http://back/x').end();
    if (incoming.url?.includes('redir') === true) return response.writeHead(302, { location: 'http://back/x' }).end();
    const { host, connection, ...rest } = incoming.headers;
    const [xr, xf] = [rest['x-real-ip'] ? 1 : 0, rest['x-forwarded-for'] ? 1 : 0];
    response.setHeader('X-Back', '1');
    return response.end(
      `${JSON.stringify({ m: incoming.method, u: incoming.url, host, conn: connection, xr, xf, b: body })}\n`,
    );
  });
});

backend.on('upgrade', (_incoming, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
  socket.pipe(socket);
});

const second = createServer((_incoming, response) => response.end('second'));

test('nginx responds as a real one', async () => {
  const { engine, client, run } = await openScene();
  engine.programs.add('backend', async ({ listen, signal }) => {
    listen(8081, backend);
    listen(8082, second);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const { Id: network } = await client.network.create({ body: { Name: 'web' } });
  const HostConfig = { NetworkMode: network };
  const NetworkingConfig = { EndpointsConfig: { web: { Aliases: ['backend'] } } };
  await run('alpine', { Cmd: ['backend'], HostConfig, NetworkingConfig });
  const nginx = await run(
    'nginx:1.22.1',
    { HostConfig },
    {
      '/etc/nginx/conf.d/default.conf': read('site.conf'),
      '/site.users':
        'user:$apr1$oomDhf1p$T..D1DolSDaDz7//eLwgI0\nsha:{SHA}GpHWL3ymc5liWkNopqtdSjuqYHM=\nplain:{PLAIN}pw\n',
      '/site/index.html': '<h1>home</h1>\n',
      '/site/a.css': 'body{}\n',
      '/site/d.json': '{"a":1}\n',
      '/site/x.yaml': 'y\n',
      '/site/noext': 'x\n',
      '/site/404.html': 'e\n',
      '/site/maint.html': 'm\n',
      '/site/a b.txt': 'hi\n',
      '/site/big.txt': 'x'.repeat(5000),
      '/site/sub/index.html': 'sub\n',
      '/site/sub/al-re.html': 'alias\n',
      '/site/dir/file.txt': 'dd\n',
    },
  );
  await nginx.waitForLog('start worker process 29');
  expect(await nginx.logs()).not.toContain('has no effect');
  const lines = read('responses.txt').trim().split('\n');
  const found: string[] = [];
  for (const [index, line] of lines.entries())
    if (index % 2 === 0) found.push(line, `= ${await respondTo(line, nginx.port)}`);
  expect(found).toEqual(lines);
});
