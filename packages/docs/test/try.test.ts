/** "Try it" sends requests to one target, for pages of the site alone. */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { serve } from '../src/index.js';
import { BuiltSite } from './testing/built-site.js';
import { kiosk, operation } from './testing/kiosk.js';
import { group, index, source, field } from './testing/kiosk.js';

let folder = '';
let target: Server;
let site: Server;
let url = '';
const webSockets = new WebSocketServer({ noServer: true });
beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'theme.js'), '// theme\n');
  target = createServer((incoming, response) => {
    if (incoming.url === '/api/slow') return void response.write('first\n');
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const seen = {
        method: incoming.method,
        url: incoming.url,
        headers: incoming.headers,
        body: String(Buffer.concat(chunks)),
      };
      response.writeHead(409, { 'content-type': 'application/json' }).end(JSON.stringify(seen));
    });
  });
  target.on('upgrade', (incoming, socket, first: Buffer) => {
    if (incoming.headers.upgrade === 'websocket' && incoming.url !== '/api/attach/ws')
      return socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone');
    if (incoming.headers.upgrade === 'websocket') return webSockets.handleUpgrade(incoming, socket, first, greet);
    socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\nhello ');
    socket.write(first);
    socket.on('data', (part: Buffer) => socket.write(String(part).toUpperCase()));
    socket.on('end', () => socket.end());
  });
  await once(target.listen(0, '127.0.0.1'), 'listening');
  const server = `http://127.0.0.1:${(target.address() as AddressInfo).port}/api`;
  site = await serve(folder, 0, { target: { server }, hosts: ['docs.example'] });
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  target.closeAllConnections();
  target.close();
  site.closeAllConnections();
  site.close();
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Greets in two frames after a ping, sends back what it receives, and what it saw after the end of the input, as an engine may. */
function greet(socket: WebSocket): void {
  const seen: string[] = [];
  const close = socket.close.bind(socket);
  socket.close = (...args) => {
    socket.send(` ${seen.join()}`);
    close(...args);
  };
  socket.ping('!');
  socket.on('pong', (data) => seen.push(`pong ${String(data)}`));
  socket.send('hel', { fin: false });
  socket.send('lo ');
  socket.on('message', (data: Buffer, isBinary) => {
    seen.push(isBinary ? 'binary' : 'text');
    socket.send(data);
  });
}

/** Sends a request with headers that `fetch` does not let a program set. */
function post(
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
  method = 'POST',
  at = url,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(`${at}${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    })
      .once('error', reject)
      .end(body);
  });
}

const tokenOf = async (at = url) =>
  (JSON.parse((await post('/-/try/session', { origin: at }, '', 'POST', at)).text) as { readonly token: string }).token;

async function call(tried: object, body = '', token?: string, at = url) {
  const sent = { method: 'GET', path: '/x', version: '1', headers: {}, ...tried };
  const { status, headers, text } = await post(
    '/-/try/call',
    {
      origin: at,
      cookie: 'secret=1',
      'x-lading-token': token ?? (await tokenOf()),
      'x-lading-request': encodeURIComponent(JSON.stringify(sent)),
    },
    body,
    'POST',
    at,
  );
  const head = JSON.parse(decodeURIComponent(String(headers['x-lading-head']))) as Readonly<Record<string, unknown>>;
  return { status, head, text };
}

/** Makes a call whose connection becomes a stream. */
async function open(tried: object) {
  const headers = { origin: url, 'x-lading-token': await tokenOf() };
  const sent = JSON.stringify({ method: 'GET', version: '1', headers: {}, ...tried });
  const outgoing = request(`${url}/-/try/call`, {
    method: 'POST',
    headers: { ...headers, 'x-lading-request': encodeURIComponent(sent) },
  }).end();
  const [response] = (await once(outgoing, 'response')) as [import('node:http').IncomingMessage];
  const head = JSON.parse(decodeURIComponent(String(response.headers['x-lading-head']))) as {
    readonly status: number;
    readonly stream: string;
  };
  return { headers, response, head };
}

describe('a session', () => {
  test.each([
    ['without an origin', {}],
    ['of another origin', { origin: 'http://attacker.example' }],
    ['of another port', { origin: 'http://127.0.0.1:1' }],
    ['of no origin', { origin: 'null' }],
    ['that a browser reports as another site', { 'sec-fetch-site': 'cross-site', origin: 'self' }],
  ] as readonly (readonly [string, Readonly<Record<string, string>>])[])('%s is refused', async (_, headers) => {
    const sent = headers['origin'] === 'self' ? { ...headers, origin: url } : headers;
    expect(await post('/-/try/session', sent)).toMatchObject({ status: 403 });
  });

  test.each(['GET', 'OPTIONS', 'PUT'])(
    'by %s is refused, so that no other origin may send its headers',
    async (method) => {
      const { status, headers } = await post('/-/try/session', { origin: url }, '', method);
      expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined]);
    },
  );

  test('of a host that is not of the site is refused', async () => {
    const host = 'attacker.example';
    expect(await post('/-/try/session', { host, origin: `http://${host}` })).toMatchObject({ status: 421 });
    const named = 'docs.example';
    expect(await post('/-/try/session', { host: named, origin: `https://${named}` })).toMatchObject({ status: 200 });
  });

  test('goes on, or ends for a new one', async () => {
    const token = await tokenOf();
    const next = async (path: string) =>
      (JSON.parse((await post(path, { origin: url, 'x-lading-token': token })).text) as { token: string }).token;
    expect(await next('/-/try/session?keep')).toBe(token);
    expect(await next('/-/try/session')).not.toBe(token);
    expect(await post('/-/try/call', { origin: url, 'x-lading-token': token })).toMatchObject({ status: 403 });
  });
});

describe('a call', () => {
  test('without a token is refused', async () => {
    expect(await post('/-/try/call', { origin: url, 'x-lading-token': 'guessed' })).toMatchObject({ status: 403 });
  });

  test('is sent as the form says, and its status is in a header', async () => {
    const headers = { 'content-type': 'text/plain', 'x-own': '1', host: 'other.example', origin: 'http://x' };
    const { status, head, text } = await call({ method: 'PUT', path: '/pets?a=1', headers }, 'body');
    expect([status, head['status']]).toEqual([200, 409]);
    const seen = JSON.parse(text) as { readonly headers: object };
    expect(seen).toMatchObject({ method: 'PUT', url: '/api/pets?a=1', body: 'body', headers: { 'x-own': '1' } });
    expect(seen.headers).toMatchObject({
      host: `127.0.0.1:${(target.address() as AddressInfo).port}`,
      'content-length': '4',
    });
    expect(seen.headers).not.toHaveProperty('cookie');
    expect(seen.headers).not.toHaveProperty('origin');
  });

  test.each(['/../secret', '//other.example/', '@other.example/', '/%2e%2e/x', '\\other', 'x'])(
    'to %s stays below the URL',
    async (path) => {
      const { head, text } = await call({ path });
      if (head['error'] === undefined) expect((JSON.parse(text) as { url: string }).url).toMatch(/^\/api\//);
      else expect(head['error']).toBe('The path leads elsewhere.');
    },
  );

  test('reports what cannot be sent', async () => {
    expect((await call({ headers: { 'x-own': 'a\nb' } })).head['error']).toMatch(/Invalid character in header/);
    expect((await call({ method: 'GET /' })).head['error']).toMatch(/Method must be a valid HTTP token/);
  });

  test('of more than 16 MB is refused', async () => {
    const { head } = await call({ method: 'POST' }, 'x'.repeat(16 * 1024 * 1024 + 1));
    expect(head['error']).toBe('A request has at most 16 MB.');
  });

  test('shows a stream as it comes', async () => {
    const token = await tokenOf();
    const tried = encodeURIComponent(JSON.stringify({ method: 'GET', path: '/slow', version: '1', headers: {} }));
    const outgoing = request(`${url}/-/try/call`, {
      method: 'POST',
      headers: { origin: url, 'x-lading-token': token, 'x-lading-request': tried },
    }).end();
    const [response] = (await once(outgoing, 'response')) as [import('node:http').IncomingMessage];
    const [part] = (await once(response, 'data')) as [Buffer];
    expect(String(part)).toBe('first\n');
    response.destroy();
  });

  test('of a WebSocket has the data of its messages, and an input', async () => {
    const { headers, response, head } = await open({ path: '/attach/ws', upgrades: 'websocket' });
    expect(head).toMatchObject({ status: 101, statusText: 'Switching Protocols' });
    let text = '';
    response.on('data', (part: Buffer) => (text += String(part)));
    await expect.poll(() => text).toBe('hello ');
    const long = 'again'.repeat(60);
    await post(`/-/try/input?stream=${head.stream}`, headers, long);
    await expect.poll(() => text).toBe(`hello ${long}`);
    await post(`/-/try/input?stream=${head.stream}`, headers);
    await once(response, 'end');
    expect(text).toBe(`hello ${long} pong !,binary`);
  });

  test('of a WebSocket that is refused has the response', async () => {
    const { head, text } = await call({ path: '/none', upgrades: 'websocket' });
    expect([head['status'], text]).toEqual([404, 'none']);
  });

  test('whose connection is upgraded has an input', async () => {
    const { headers, response, head } = await open({ method: 'POST', path: '/attach', upgrades: true });
    const { stream } = head;
    expect(head.status).toBe(101);
    let text = '';
    response.on('data', (part: Buffer) => (text += String(part)));
    const other = await tokenOf();
    expect((await post(`/-/try/input?stream=${stream}`, { origin: url, 'x-lading-token': other }, 'stolen')).text).toBe(
      '{"sent":false}',
    );
    expect((await post(`/-/try/input?stream=${stream}`, headers, 'again')).text).toBe('{"sent":true}');
    await expect.poll(() => text).toBe('hello AGAIN');
    await post(`/-/try/input?stream=${stream}`, headers);
    await once(response, 'end');
  });
});

describe('mocks', () => {
  let mocked: Server;
  beforeAll(async () => {
    const mocks = () => {
      const created: string[] = [];
      return async (received: Request, version: string) => {
        const { pathname, search } = new URL(received.url);
        if (pathname === '/none') return undefined;
        if (pathname === '/broken') return Response.error();
        if (received.method === 'POST') created.push(await received.text());
        const headers = { 'x-seen': `${version} ${search} ${received.headers.get('x-own') ?? ''}` };
        return Response.json(created, { status: 201, headers });
      };
    };
    mocked = await serve(folder, 0, { target: { mocks } });
  });
  afterAll(() => {
    mocked.closeAllConnections();
    mocked.close();
  });
  const at = () => `http://127.0.0.1:${(mocked.address() as AddressInfo).port}`;

  test('respond to the requests of a visitor, each of whom has some of their own', async () => {
    const [one, other] = [await tokenOf(at()), await tokenOf(at())];
    const tried = { method: 'POST', path: '/pets?a=1', headers: { 'x-own': 'yes' } };
    const { head, text } = await call(tried, 'rex', one, at());
    expect([head, text]).toEqual([
      { status: 201, statusText: '', headers: expect.arrayContaining([['x-seen', '1 ?a=1 yes']]) },
      '["rex"]',
    ]);
    expect((await call({}, '', one, at())).text).toBe('["rex"]');
    expect((await call({}, '', other, at())).text).toBe('[]');
  });

  test.each([
    [{ path: '/none' }, 'The mocks have no response to it. Operations that upgrade the connection have no mock.'],
    [{ path: '/broken' }, 'The mock ended the connection.'],
    [{ method: 'TRACE' }, "'TRACE' HTTP method is unsupported."],
    [{ path: '@other.example/x' }, 'The path leads elsewhere.'],
  ])('%j is reported', async (tried, error) => {
    expect((await call(tried, '', await tokenOf(at()), at())).head['error']).toBe(error);
  });

  test('pages know of them', async () => {
    expect(await (await fetch(`${at()}/theme.js`)).text()).toContain("dataset.try = 'mocks'");
  });
});

test('pages know of it by the script that all of them have, and without it they do not', async () => {
  const textOf = async (server: Server) =>
    (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/theme.js`)).text();
  expect(await textOf(site)).toBe("// theme\ndocument.documentElement.dataset.try = 'server';\n");
  const plain = await serve(folder, 0);
  expect(await textOf(plain)).toBe('// theme\n');
  plain.closeAllConnections();
  plain.close();
});

test('the values of a sample are those of the form', () => {
  const buy = operation('TicketBuy', 'POST', '/shows/{show}/tickets', {
    parameters: [
      field('TicketBuy.path.show', { in: 'path', required: true }),
      field('TicketBuy.query.seat', { in: 'query', encoding: 'repeated for each item' }),
      field('TicketBuy.query.note', { in: 'query' }),
      field('TicketBuy.header.X-Key', { in: 'header', required: true }),
    ],
    code: {
      curl: "curl -H 'X-Key: k' --data-urlencode 'note=a b' -X POST 'http://localhost/v{version}/shows/a%20b/tickets?seat=1&seat=2'",
    },
  });
  const text = new BuiltSite([source('1.0', [index, group([buy])]), ...kiosk.slice(0, 1)]).text('v1.0/try-data.js');
  const window: { ladingTry?: object } = {};
  new Function('window', text)(window);
  expect(window.ladingTry).toMatchObject({
    version: '1.0',
    operations: {
      'operations/TicketBuy': {
        method: 'POST',
        path: '/shows/{show}/tickets',
        parameters: [
          { name: 'show', in: 'path', required: true, sample: ['a b'] },
          { name: 'seat', in: 'query', sample: ['1', '2'] },
          { name: 'note', in: 'query', sample: ['a b'] },
          { name: 'X-Key', in: 'header', required: true, sample: ['k'] },
        ],
      },
    },
  });
});

test.each([
  ['a WebSocket', "curl -H 'Upgrade: websocket' http://localhost/attach", 'websocket'],
  ['a stream of bytes', 'curl http://localhost/attach', true],
])('the form of an operation with %s asks for its upgrade', (_, curl, upgrades) => {
  const responses = [{ anchor: 'Attach.101', status: '101', rules: [], headers: [], content: [], marks: [] }];
  const attach = operation('Attach', 'GET', '/attach', { responses, code: { curl } });
  const text = new BuiltSite([source('1.0', [index, group([attach])])]).text('v1.0/try-data.js');
  const window: { ladingTry?: object } = {};
  new Function('window', text)(window);
  expect(window.ladingTry).toMatchObject({ operations: { 'operations/Attach': { upgrades } } });
});

test('no two scripts of the pages declare the same name, since they become one file', () => {
  const scripts = new URL('../assets/script/', import.meta.url);
  const names = readdirSync(scripts).flatMap((file) =>
    [
      ...readFileSync(new URL(file, scripts), 'utf8').matchAll(
        /^(?:export )?(?:async )?(?:function|const|let|class) (\w+)/gm,
      ),
    ].map(([, name]) => name),
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
