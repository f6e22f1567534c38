/** Tests HTTP proxies: when they are used, compared with the engine's command line, and connections through a real one. */
import { execFile, execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inspect, promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { attachment, engineAt, jsonLines, websocket, type EngineConnection } from '../../src/codegen.js';
import { openSocket, resolveTarget, type ConnectOptions } from '../../src/connect/index.js';
import { findEngine } from '../../src/index.js';
import { authority, listening, endAfterTests, type Authority } from './temporary.js';

endAfterTests();

const run = promisify(execFile);
type ProxyVariables = Readonly<Record<string, string>>;

// The environment variables, and whether a host is reached through the proxy.
const cases: readonly (readonly [host: string, env: ProxyVariables, proxied: boolean])[] = [
  ['tcp://engine.test:2375', {}, false],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$' }, true],
  ['tcp://engine.test:2375', { http_proxy: '$' }, true],
  ['tcp://engine.test:2375', { HTTPS_PROXY: '$', ALL_PROXY: '$' }, false],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', REQUEST_METHOD: 'GET' }, false],
  ['tcp://localhost:1', { HTTP_PROXY: '$' }, false],
  ['tcp://127.0.0.1:1', { HTTP_PROXY: '$' }, false],
  ['tcp://127.9.9.9:1', { HTTP_PROXY: '$' }, false],
  ['tcp://[::1]:1', { HTTP_PROXY: '$' }, false],
  ['tcp://192.0.2.1:2375', { HTTP_PROXY: '$' }, true],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', NO_PROXY: '*' }, false],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', NO_PROXY: 'other.test, Engine.Test' }, false],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', no_proxy: 'test' }, false],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', NO_PROXY: '.test' }, false],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', NO_PROXY: '*.test' }, false],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', NO_PROXY: '.engine.test' }, true],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', NO_PROXY: 'gine.test' }, true],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', NO_PROXY: 'engine.test:2375' }, false],
  ['tcp://engine.test:2375', { HTTP_PROXY: '$', NO_PROXY: 'engine.test:80' }, true],
  ['tcp://192.0.2.1:2375', { HTTP_PROXY: '$', NO_PROXY: '192.0.2.0/24' }, false],
  ['tcp://192.0.2.1:2375', { HTTP_PROXY: '$', NO_PROXY: '192.0.3.0/24,198.51.100.1' }, true],
  ['tcp://192.0.2.1:2375', { HTTP_PROXY: '$', NO_PROXY: '192.0.2.1' }, false],
  ['tcp://192.0.2.1:2375', { HTTP_PROXY: '$', NO_PROXY: '192.0.2.1:2375' }, false],
  ['tcp://192.0.2.1:2375', { HTTP_PROXY: '$', NO_PROXY: '192.0.2.1:99' }, true],
  ['tcp://192.0.2.1:2375', { HTTP_PROXY: '$', NO_PROXY: '192.0.2.0/99,/8,,1.2.3' }, true],
  ['unix:///nonexistent/x.sock', { HTTP_PROXY: '$', HTTPS_PROXY: '$' }, false],
  ['ssh://engine.test', { HTTP_PROXY: '$', HTTPS_PROXY: '$' }, false],
];

function filled(env: ProxyVariables, proxy: string): ProxyVariables {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value === '$' ? proxy : value]));
}

function program(): string | undefined {
  try {
    execFileSync('docker', ['--version'], { stdio: 'pipe' });
    return 'docker';
  } catch {
    return undefined;
  }
}

describe('a proxy', () => {
  it.each(cases)('%s with %j: %s', async (host, env, proxied) => {
    const target = await resolveTarget({
      host,
      env: { HOME: '/nonexistent', ...filled(env, 'http://proxy.test:3128') },
    });
    expect(target.proxy?.address).toBe(proxied ? 'http://proxy.test:3128' : undefined);
  });

  it('for an engine with TLS is another one', async () => {
    const env = { HOME: '/nonexistent', HTTP_PROXY: 'plain', HTTPS_PROXY: 'https://[2001:db8::1]' };
    const target = await resolveTarget({ host: 'https://engine.test', env });
    expect(target.proxy).toEqual({
      address: 'https://[2001:db8::1]:443',
      variable: 'HTTPS_PROXY',
      host: '2001:db8::1',
      port: 443,
      secure: true,
    });
    expect((await resolveTarget({ host: 'tcp://engine.test', env })).proxy?.address).toBe('http://plain:80');
  });

  it.each([
    ['me@', 'me:'],
    [':s%23cret@', ':s#cret'],
    ['', undefined],
  ])('may have a user without a password, a password without a user, or neither: %s', async (user, credential) => {
    const env = { HOME: '/nonexistent', HTTP_PROXY: `http://${user}proxy.test:1` };
    const { proxy } = await resolveTarget({ host: 'tcp://engine.test', env });
    const authorization = credential && `Basic ${Buffer.from(credential).toString('base64')}`;
    expect(proxy?.authorization).toBe(authorization);
  });

  it('hides its password', async () => {
    const env = { HOME: '/nonexistent', HTTP_PROXY: 'http://me:s%23cret@proxy.test:1' };
    const target = await resolveTarget({ host: 'tcp://engine.test', env });
    expect(target.proxy?.authorization).toBe(`Basic ${Buffer.from('me:s#cret').toString('base64')}`);
    const { authorization = '' } = target.proxy ?? {};
    for (const text of [inspect(target, { depth: 9 }), JSON.stringify(target)]) {
      expect(text).not.toMatch(/s#cret|s%23cret/);
      expect(text).not.toContain(authorization);
    }
  });

  it.each(['socks5://u:s3cret@proxy.test', 'http://', 'http://u:s3cret@proxy.test:99999'])(
    'that cannot be used is an error that does not repeat it: %s',
    async (proxy) => {
      const work = resolveTarget({ host: 'tcp://engine.test', env: { HOME: '/nonexistent', HTTP_PROXY: proxy } });
      const error: unknown = await work.catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'PROXY_INVALID' });
      expect(inspect(error)).not.toContain('s3cret');
    },
  );

  const docker = program();
  it.skipIf(docker === undefined)(
    `is used as by the docker program${docker === undefined ? ' [SKIPPED: it is not installed]' : ''}`,
    { timeout: 120_000 },
    async () => {
      let reached = false;
      const proxy = createServer((_request, response) => {
        reached = true;
        response.setHeader('api-version', '1.41').end('OK');
      });
      proxy.on('connect', (_request, socket: Duplex) => {
        reached = true;
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      });
      const address = `http://127.0.0.1:${await listening(proxy, 0)}`;
      // The command line rejects CGI programs, which are not proxied here.
      const asked = cases.filter(([host, env]) => env['REQUEST_METHOD'] === undefined && !host.startsWith('ssh:'));
      for (const [host, env, proxied] of asked) {
        reached = false;
        const PATH = process.env['PATH'] ?? '';
        const options = { env: { PATH, HOME: '/nonexistent', ...filled(env, address) }, timeout: 1500 };
        await run('docker', ['--host', host, 'version'], options).catch(() => undefined);
        expect([host, env, reached]).toEqual([host, env, proxied]);
      }
    },
  );
});

interface RealProxy {
  readonly address: string;
  readonly seen: string[];
  readonly open: Set<Duplex>;
}

/** Starts a proxy that forwards `CONNECT` for the host `engine.test` to a local port. */
async function realProxy(
  server: Server,
  to: () => number,
): Promise<Omit<RealProxy, 'address'> & { readonly port: number }> {
  const seen: string[] = [];
  const open = new Set<Duplex>();
  server.on('connect', (request, socket: Duplex, head: Buffer) => {
    const { 'proxy-authorization': authorization = '' } = request.headers;
    seen.push(`${request.url ?? ''} ${authorization}`.trim());
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    if (request.url?.includes('forbidden')) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    if (request.url?.includes('secret') && authorization === '') {
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    }
    const on: Socket = connect({ port: to(), host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      on.write(head);
      socket.pipe(on);
      on.pipe(socket);
    });
    on.on('error', () => socket.destroy());
    socket.on('close', () => on.destroy());
  });
  return { seen, open, port: await listening(server, 0) };
}

const streamed = { id: 'SystemEvents', method: 'GET', path: '/events', response: jsonLines<{ n: number }>() } as const;
const attached = { id: 'ContainerAttach', method: 'POST', path: '/attach', response: attachment } as const;
const messages = { id: 'ContainerAttachWebsocket', method: 'GET', path: '/ws', response: websocket } as const;

/** Starts an engine with responses of every kind. */
function engine<S extends Server>(server: S): S {
  const sockets = new WebSocketServer({ noServer: true });
  server.on('request', (request, response) => {
    response.setHeader('api-version', '1.44');
    if (!request.url?.includes('/events')) return void response.end();
    response.write('{"n":1}\n');
    setTimeout(() => response.end('{"n":2}\n'), 20);
  });
  server.on('upgrade', (request, socket: Duplex, head: Buffer) => {
    if (request.url?.includes('/ws')) {
      return sockets.handleUpgrade(request, socket, head, (ws) => ws.on('message', (data) => ws.send(data)));
    }
    socket.write(
      'HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\nContent-Type: application/vnd.docker.raw-stream\r\n\r\n',
    );
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('end', () => socket.end(`read ${text}`));
  });
  return server;
}

describe('through a real proxy', () => {
  let ours: Authority;
  const ports = { plain: 0, tls: 0 };
  const proxies: Record<'plain' | 'toTls' | 'secure', Awaited<ReturnType<typeof realProxy>>> = {} as never;

  beforeAll(async () => {
    ours = authority('ours', { san: 'IP:127.0.0.1,DNS:engine.test' });
    const secrets = { ...ours.server, ca: ours.ca };
    ports.plain = await listening(engine(createServer()), 0);
    ports.tls = await listening(
      engine(createSecureServer({ ...secrets, requestCert: true, rejectUnauthorized: true })),
      0,
    );
    proxies.plain = await realProxy(createServer(), () => ports.plain);
    proxies.toTls = await realProxy(createServer(), () => ports.tls);
    proxies.secure = await realProxy(createSecureServer({ ...secrets, allowHalfOpen: true }), () => ports.tls);
  });

  const ways: readonly (readonly [string, () => readonly [ConnectOptions, (typeof proxies)['plain']]])[] = [
    [
      'a plain engine',
      () => [{ host: 'tcp://engine.test:2375', env: { HTTP_PROXY: `127.0.0.1:${proxies.plain.port}` } }, proxies.plain],
    ],
    [
      'an engine with TLS',
      () => [
        {
          host: 'tcp://engine.test:2375',
          tls: { ca: ours.ca, ...ours.client },
          env: { HTTPS_PROXY: `http://me:word@127.0.0.1:${proxies.toTls.port}` },
        },
        proxies.toTls,
      ],
    ],
    [
      'an engine with TLS behind a proxy with TLS',
      () => [
        {
          host: 'tcp://engine.test:2375',
          tls: { ca: ours.ca, ...ours.client },
          env: { HTTPS_PROXY: `https://127.0.0.1:${proxies.secure.port}` },
        },
        proxies.secure,
      ],
    ],
  ];

  it.each(ways)('%s is found, streams and upgrades work, and no socket is left', async (_what, way) => {
    const [options, proxy] = way();
    const { target, version } = await findEngine(['1.41', '1.44'], options);
    expect(version).toBe('1.44');
    const client = engineAt<EngineConnection>(version, {}, target, options);
    expect(await (await client.call(streamed)).toArray()).toEqual([{ n: 1 }, { n: 2 }]);
    const session = await client.call(attached, undefined, { tty: true });
    session.stdin.end('half closed');
    expect(await session.text()).toEqual({ stdout: 'read half closed', stderr: '' });
    const socket = await client.call(messages);
    socket.end('by message');
    socket.once('data', (data: Buffer) => {
      expect(data.toString()).toBe('by message');
      socket.destroy();
    });
    await new Promise((resolve) => socket.once('close', resolve));
    expect(new Set(proxy.seen)).toEqual(new Set([`engine.test:2375 ${target.proxy?.authorization ?? ''}`.trim()]));
    await client.close();
    await expect.poll(() => proxy.open.size).toBe(0);
  });

  it.each([
    [
      'forbidden.test',
      'PROXY_REFUSED',
      /refuses a tunnel to tcp:\/\/forbidden\.test:1 \(403 Forbidden\): it must allow CONNECT/,
    ],
    ['secret.test', 'PROXY_REFUSED', /\(407 Proxy Authentication Required\): it wants a user and a password/],
  ])('%s is rejected with a helpful sentence', async (host, code, sentence) => {
    const env = { HTTP_PROXY: `http://127.0.0.1:${proxies.plain.port}` };
    const error: unknown = await findEngine(['1.44'], { host: `tcp://${host}:1`, env }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ name: 'ConnectionError', code, message: expect.stringMatching(sentence) as string });
    await expect.poll(() => proxies.plain.open.size).toBe(0);
  });

  it('that is missing, or not a proxy, is named in the error', async () => {
    const silent = await listening(
      createServer().on('connect', () => undefined),
      0,
    );
    for (const [address, code] of [
      ['127.0.0.1:1', 'ECONNREFUSED'],
      [`127.0.0.1:${silent}`, 'ETIMEDOUT'],
    ] as const) {
      const env = { HTTP_PROXY: address };
      const work = findEngine(['1.44'], { host: 'tcp://engine.test:2375', env, connectTimeout: 300 });
      const error: unknown = await work.catch((caught: unknown) => caught);
      expect(error).toMatchObject({
        code,
        message: expect.stringMatching(`^The proxy http://${address}, which HTTP_PROXY names, cannot reach`) as string,
      });
    }
  });
});

it('memory that is used again reads a connection, and not that to a proxy before it', async () => {
  const engine = createServer((_request, response) => void response.end('from the engine'));
  const proxy = createServer();
  proxy.on('connect', (_request, client: Duplex) => {
    const upstream = connect(port(engine), '127.0.0.1', () => client.write('HTTP/1.1 200 Connected\r\n\r\n'));
    upstream.pipe(client).pipe(upstream);
    for (const side of [client, upstream]) side.on('error', () => undefined);
  });
  await Promise.all([engine, proxy].map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))));
  const ways: string[] = [];
  for (const [host, env] of [
    [`tcp://127.0.0.1:${port(engine)}`, {}],
    [`tcp://engine.test:${port(engine)}`, { HTTP_PROXY: `http://127.0.0.1:${port(proxy)}` }],
  ] as const) {
    let received = '';
    let way = '';
    const add = (name: string, bytes: Uint8Array): boolean => {
      way = name;
      received += Buffer.from(bytes).toString();
      return true;
    };
    const memory = Buffer.alloc(65_536);
    const onread = { buffer: memory, callback: (length: number) => add('memory', memory.subarray(0, length)) };
    const target = await resolveTarget({ host, env: { HOME: '/nonexistent', ...env } });
    const socket = await openSocket(target, { timeout: 5000, onread });
    socket.on('data', (piece: Buffer) => void add('event', piece));
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received).toContain('from the engine');
    ways.push(way);
  }
  expect(ways).toEqual(['memory', 'event']);
  for (const server of [engine, proxy]) server.close().closeAllConnections();
});

function port(server: Server): number {
  return (server.address() as AddressInfo).port;
}
