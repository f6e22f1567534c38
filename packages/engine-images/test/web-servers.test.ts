/** nginx, httpd and whoami, as clients of HTTP see them. */
import { expect, test } from 'vitest';
import { openScene } from './scene.js';

test('nginx has the configuration, the log and the pages of the image', async () => {
  const { run } = await openScene();
  const nginx = await run('nginx:1.27.4');
  const address = `http://127.0.0.1:${nginx.port}`;
  const { Config } = await nginx.inspect();
  expect(Config).toMatchObject({
    Entrypoint: ['/docker-entrypoint.sh'],
    Cmd: ['nginx', '-g', 'daemon off;'],
    ExposedPorts: { '80/tcp': {} },
    StopSignal: 'SIGQUIT',
  });
  expect(Config?.Env).toContain('NGINX_VERSION=1.27.4');
  await nginx.waitForLog('start worker process 29');
  expect(await nginx.logs()).toContain('/docker-entrypoint.sh: Configuration complete; ready for start up');
  expect(await nginx.logs()).toContain('lading: nginx is simulated');
  const home = await fetch(address);
  expect([home.status, home.headers.get('server'), home.headers.get('content-type')]).toEqual([
    200,
    'nginx/1.27.4',
    'text/html',
  ]);
  expect(await home.text()).toContain('Welcome to nginx!');
  const etag = home.headers.get('etag') ?? '';
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect(await (await fetch(address, { headers: { range: 'bytes=0-8' } })).text()).toBe('<!DOCTYPE');
  expect((await fetch(`${address}/missing`)).status).toBe(404);
  expect((await fetch(address, { method: 'POST' })).status).toBe(405);
  expect(await nginx.exec('nginx', '-t')).toMatchObject({ code: 0 });
  expect((await nginx.exec('nginx', '-v')).output).toBe('nginx version: nginx/1.27.4\n');
  expect((await nginx.exec('curl', '-s', 'http://localhost/50x.html')).output).toContain('An error occurred.');
  await nginx.waitForLog('"GET /missing HTTP/1.1" 404');
  await nginx.stop();
  expect((await nginx.inspect()).State).toMatchObject({ Status: 'exited', ExitCode: 0 });
  const port = await nginx.start();
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
});

test('nginx serves sites of its own configuration, reloads it, and passes requests on', async () => {
  const { engine, client, run } = await openScene();
  const { Id: network } = await client.network.create({ body: { Name: 'web' } });
  const host = { NetworkMode: network };
  await run('traefik/whoami', {
    HostConfig: host,
    NetworkingConfig: { EndpointsConfig: { web: { Aliases: ['api'] } } },
  });
  const site = `
upstream backend { server api:80; }
server {
  listen 80 default_server;
  root /site;
  add_header X-Site main;
  location / { try_files $uri $uri/ /index.html; }
  location = /exact { return 200 "exact $request_method\\n"; }
  location /old { return 301 /new; }
  location ^~ /files/ { alias /data/; autoindex on; }
  location ~* \\.(json)$ { return 204; }
  location /api/ { proxy_pass http://backend/; proxy_set_header X-From "$host"; }
  location /whole { proxy_pass http://backend; }
  location /gone { proxy_pass http://nobody:1; }
  location /deny { deny all; }
  rewrite ^/r/(.*)$ /exact last;
  error_page 403 /denied.html;
}
server { listen 80; server_name other.test; location / { return 418 other; } }
server { listen 8080; location / { return 200 second; } }
`;
  const nginx = await run(
    'nginx',
    { HostConfig: host },
    {
      '/etc/nginx/conf.d/default.conf': site,
      '/etc/nginx/templates/extra.conf.template': 'server { listen 81; location / { return 200 "${GREETING} $uri"; } }',
      '/site/index.html': 'app',
      '/site/style.css': 'a{}',
      '/site/denied.html': 'denied',
      '/data/a.txt': 'A',
    },
  );
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${nginx.port}${path}`, { redirect: 'manual', headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  await nginx.waitForLog('start worker process 29');
  expect((await get('/any/route')).text).toBe('app');
  expect((await get('/style.css')).headers.get('content-type')).toBe('text/css');
  expect((await get('/style.css')).headers.get('x-site')).toBe('main');
  expect((await get('/exact')).text).toBe('exact GET\n');
  expect((await get('/r/any')).text).toBe('exact GET\n');
  expect(await get('/old')).toMatchObject({ status: 301 });
  expect((await get('/old')).headers.get('location')).toBe('http://127.0.0.1/new');
  expect((await get('/files/a.txt')).text).toBe('A');
  expect((await get('/files/')).text).toContain('href="a.txt"');
  expect((await get('/x.JSON')).status).toBe(204);
  expect((await get('/api/path?q=1')).text).toContain('GET /path?q=1 HTTP/1.1');
  expect((await get('/api/path?q=1')).text).toContain('X-From: 127.0.0.1');
  expect((await get('/whole/path')).text).toContain('GET /whole/path HTTP/1.1');
  expect((await get('/gone')).status).toBe(502);
  expect(await get('/deny')).toMatchObject({ status: 403, text: 'denied' });
  expect((await nginx.exec('curl', '-s', 'http://localhost:8080/')).output).toBe('second');
  expect((await nginx.exec('curl', '-s', 'http://localhost:81/')).output).not.toContain('GREETING}');

  nginx.copy({ '/etc/nginx/conf.d/default.conf': 'server { listen 80; location / { return 200 reloaded; } }' });
  expect(await nginx.exec('nginx', '-s', 'reload')).toMatchObject({ code: 0 });
  expect((await get('/')).text).toBe('reloaded');
  nginx.copy({ '/etc/nginx/conf.d/default.conf': 'server { listen 80;' });
  expect((await nginx.exec('nginx', '-t')).code).toBe(1);
  const check = async (http: string) => {
    nginx.copy({ '/etc/nginx/conf.d/default.conf': http });
    return nginx.exec('nginx', '-t');
  };
  // An expression that cannot be read is a mistake of the configuration, and not one of each request.
  for (const wrong of [
    'server { server_name ~^(; }',
    'map $host $x { ~( 1; }',
    'server { if ($host ~* "(") { return 200; } }',
    'server { proxy_redirect ~( /; }',
    'server { location ~ ( { } }',
    'server { rewrite ( /; }',
  ])
    expect(await check(wrong), wrong).toMatchObject({
      code: 1,
      output: expect.stringContaining('pcre2_compile() failed'),
    });
  for (const [http, ignored] of [
    ['upstream u { least_conn; server a; }', 'the directive "least_conn"'],
    ['upstream u { server a slow_start=30s; }', 'the parameter "slow_start=30s"'],
    ['server { listen 443 ssl; }', 'the parameter "ssl"'],
    ['server { location / { proxy_pass https://a; } }', 'TLS of "https://a"'],
    ['server { return 200 $nothing; }', 'the variable "$nothing"'],
  ] as const)
    expect((await check(http)).output, http).toContain(`lading: ${ignored} has no effect`);
  expect(engine.events.of('container').length).toBeGreaterThan(0);
});

test('httpd serves its folder, and an image that is built on it has the program', async () => {
  const { engine, client, run } = await openScene();
  const httpd = await run('httpd:2.4', {}, { '/usr/local/apache2/htdocs/sub/a.txt': 'text' });
  const get = (path: string) => fetch(`http://127.0.0.1:${httpd.port}${path}`, { redirect: 'manual' });
  await httpd.waitForLog('resuming normal operations');
  expect(await (await get('/')).text()).toContain('It works!');
  expect((await get('/')).headers.get('server')).toBe('Apache/2.4.62 (Unix)');
  expect(await (await get('/sub/a.txt')).text()).toBe('text');
  expect((await get('/sub')).status).toBe(301);
  expect(await (await get('/sub/')).text()).toContain('Index of /sub/');
  const { headers } = await get('/sub/a.txt');
  for (const [name, of] of [
    ['if-modified-since', 'last-modified'],
    ['if-none-match', 'etag'],
  ] as const) {
    const held = { headers: { [name]: headers.get(of) ?? '' } };
    expect((await fetch(`http://127.0.0.1:${httpd.port}/sub/a.txt`, held)).status).toBe(304);
  }
  for (const path of ['/%', '/%ff', '//', '/a%00b']) expect([200, 400, 404]).toContain((await get(path)).status);
  expect((await get('/none')).status).toBe(404);
  await httpd.waitForLog('"GET /none HTTP/1.1" 404');
  expect((await httpd.exec('httpd', '-v')).output).toContain('Apache/2.4.62');
  expect((await httpd.exec('httpd', '-t')).output).toBe('Syntax OK\n');
  await httpd.stop();
  expect((await httpd.inspect()).State?.ExitCode).toBe(0);

  await client.image.commit({ container: httpd.id, repo: 'mine', tag: '1' });
  const mine = await run('mine:1');
  await mine.waitForLog('resuming normal operations');
  expect(await (await fetch(`http://127.0.0.1:${mine.port}/sub/a.txt`)).text()).toBe('text');
  expect(engine.engine.images.search('mine:1')?.config.StopSignal).toBe('SIGWINCH');
});

test('whoami shows the request', async () => {
  const { engine, run } = await openScene();
  const whoami = await run('traefik/whoami', { Cmd: ['--name', 'me'], Hostname: 'box' });
  await whoami.waitForLog('Starting up on port 80');
  const get = async (path: string, options?: RequestInit) => fetch(`http://127.0.0.1:${whoami.port}${path}`, options);
  expect(engine.engine.images.search('traefik/whoami')?.config.Cmd ?? null).toBeNull();
  const text = await (await get('/a?b=1', { headers: { 'X-One': '1' } })).text();
  for (const line of ['Name: me', 'Hostname: box', 'IP: 127.0.0.1', 'GET /a?b=1 HTTP/1.1', 'X-One: 1'])
    expect(text).toContain(`${line}\n`);
  for (const path of ['/%', '/%ff', '//', '/data?size=-1', '/data?size=1e99']) await get(path);
  expect(await (await get('/api')).json()).toMatchObject({ hostname: 'box', method: 'GET', url: '/api', name: 'me' });
  expect((await (await get('/data?size=2&unit=KB')).text()).length).toBe(2048);
  expect((await get('/health')).status).toBe(200);
  await get('/health', { method: 'POST', body: '500' });
  expect((await get('/health')).status).toBe(500);
});
