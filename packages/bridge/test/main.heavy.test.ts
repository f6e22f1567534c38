/** Tests the command of the bridge: arguments, and clients of all versions on one socket. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bridgeHere } from './bridge-here.js';
import { versions, versionsText } from '../src/convert/conversions.js';

const command = join(import.meta.dirname, '../bin/bridge.mjs');
const folder = temporaryFolder();
const [socket, engineSocket] = [join(folder, 'bridge.sock'), join(folder, 'engine.sock')];
const engine = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'api-version': '1.44' });
  response.end('[{"Id":"i", "Size":5}]');
});
let bridge: ChildProcess | undefined;

beforeAll(() => new Promise<void>((resolve) => engine.listen(engineSocket, resolve)));
afterAll(async () => {
  bridge?.kill('SIGKILL');
  await new Promise((resolve) => engine.close(resolve).closeAllConnections());
});

describe('arguments', () => {
  const [listen, target] = ['--listen=unix:///a', '--engine=unix:///b'];
  it.each([
    [[listen, target, '--as=1.23'], `--as "1.23": pass a version of ${versionsText}`],
    [[target, '--as=1.44'], '--listen "": pass a socket such as unix:///run/bridge.sock'],
    [[listen], '--engine: pass the address of the engine, such as unix:///var/run/docker.sock, or --context'],
    [[listen, target, '--context=other'], '--engine: pass the address of the engine'],
    [[listen, '--engine=tcp://a:99999'], '"tcp://a:99999" is not the address of an engine'],
    [[listen, '--engine=tcp://user@a:1'], 'a user or a password has no meaning here'],
    [[listen, '--engine=ftp://a:1'], '"ftp://a:1" is not the address of an engine'],
    [[listen, target, '--cert=missing.pem', '--key=missing.pem'], '--cert missing.pem: it cannot be read: ENOENT'],
    [[listen, target, '--ca=package.json'], '--cert: pass the certificate and the key together'],
    [[listen, target, '--policy=README.md'], '--policy README.md: it is not JSON'],
    [[listen, target, '--policy=package.json'], 'the policy is invalid: it has no object "allow"'],
    [[listen, target, '--max-json=1MB'], '--max-json "1MB": pass a number'],
    [[listen, target, '--admin=9323'], '--admin "9323": pass a socket such as'],
    [
      ['--listen=tcp://0.0.0.0:2375', target],
      'anyone who reaches it would control the engine; pass an address of this',
    ],
    [['--listen=tcp://[::]:2375', target], 'anyone who reaches it would control the engine'],
    [[listen, target, '--serve=1.44-1.24'], '--serve "1.44-1.24": pass a range of versions, oldest first'],
    [[listen, target, '--serve=old'], '--serve "old": pass a range of versions'],
    [[listen, target, '--grace=-1'], '--grace "-1": pass a number'],
    [['--listen=fd://x', target], '--listen "fd://x": pass a socket such as unix:///run/bridge.sock'],
    [['--other'], "Unknown option '--other'"],
  ])('%j', async (words, message) => {
    const { status, stderr } = await bridgeHere(...words);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  it('end the process with that status', () => {
    const { status, stderr } = spawnSync(process.execPath, [command, '--other'], { encoding: 'utf8' });
    expect(stderr).toBe("lading-bridge: Unknown option '--other'\n");
    expect(status).toBe(2);
  });
});

it('serves all versions, refuses others, and ends on SIGTERM', async () => {
  const words = [`--listen=unix://${socket}`, `--engine=unix://${engineSocket}`, '--as=1.44'];
  bridge = spawn(process.execPath, [command, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  await once(bridge.stderr!, 'data');
  expect(await get('/v1.41/images/json')).toContain('"VirtualSize":5');
  // Unconverted bodies keep their bytes.
  expect(await get('/v1.44/images/json')).toBe('[{"Id":"i", "Size":5}]');
  expect(await get('/images/json')).toBe('[{"Id":"i", "Size":5}]');
  expect(await get('/v1.24/images/json')).toContain('"VirtualSize":5');
  expect(await get('/v1.23/info')).toContain('Minimum supported API version is 1.24');
  expect(await get('/v1.999/info')).toContain(`Maximum supported API version is ${versions.at(-1)}`);
  expect(await get('/v1.42/images/json')).toContain('"VirtualSize":5');
  expect(await get('/v1.43/images/json')).toContain('"VirtualSize":5');
  expect(await get('/v1.42.1/info')).toContain(`set DOCKER_API_VERSION to one of ${versionsText}`);
  const ended = once(bridge, 'exit');
  bridge.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

function get(path: string, socketPath = socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path, agent: false }, (response) => {
      text(response).then(resolve, reject);
    });
    call.on('error', reject).end();
  });
}

it('listens on several addresses, for an engine on a port', async () => {
  const port = await freePort();
  const urls: unknown[] = [];
  const remote = createServer((asked, response) => {
    urls.push(asked.url);
    response.end('{"ApiVersion":"1.44","MinAPIVersion":"1.24"}');
  });
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
  const enginePort = (remote.address() as AddressInfo).port;
  const other = join(folder, 'other.sock');
  const words = [
    `--listen=unix://${other}`,
    `--listen=tcp://127.0.0.1:${port}`,
    `--engine=tcp://127.0.0.1:${enginePort}`,
  ];
  const started = spawn(process.execPath, [command, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    let printed = '';
    for await (const chunk of started.stderr!) {
      printed += String(chunk);
      if (printed.includes('tcp://')) break;
    }
    expect(printed).toBe(
      `lading-bridge: listening on unix://${other}\nlading-bridge: listening on tcp://127.0.0.1:${port}\n`,
    );
    expect(await (await fetch(`http://127.0.0.1:${port}/v1.41/version`)).json()).toEqual({
      ApiVersion: '1.44',
      MinAPIVersion: '1.24',
    });
    // The engine is asked for its versions once, for all addresses.
    expect(await get('/v1.41/version', other)).toContain('ApiVersion');
    expect(urls).toEqual(['/version', '/v1.41/version', '/v1.41/version']);
  } finally {
    started.kill('SIGKILL');
    await new Promise((resolve) => remote.close(resolve).closeAllConnections());
  }
});

describe('a started bridge', () => {
  /** An engine that completes the response to `/slow` after half a second, and upgrades connections. */
  const slow = createServer((request_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request_.url?.endsWith('/slow') === true) {
      response.write('"be');
      setTimeout(() => response.end('gun"'), 500);
    } else response.end('{"ApiVersion":"1.44","MinAPIVersion":"1.24"}');
  }).on('upgrade', (_request, connection) => {
    connection.on('end', () => connection.end()).on('error', () => undefined);
    connection.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
  });
  let port = 0;
  let child: ChildProcess | undefined;
  // A killed bridge leaves its socket.
  let own = '';
  let count = 0;
  beforeEach(() => (own = join(folder, `started-${(count += 1)}.sock`)));
  beforeAll(async () => {
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    port = (slow.address() as AddressInfo).port;
  });
  afterEach(() => child?.kill('SIGKILL'));
  afterAll(() => new Promise((resolve) => slow.close(resolve).closeAllConnections()));

  /** Starts it, and returns what it prints. */
  async function started(words: readonly string[]): Promise<{ printed: string }> {
    const output = { printed: '' };
    const all = [command, `--listen=unix://${own}`, `--engine=tcp://127.0.0.1:${port}`, ...words];
    child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout!.on('data', (chunk) => (output.printed += String(chunk)));
    await once(child.stderr!, 'data');
    return output;
  }

  it('offers the versions of --serve', async () => {
    await started(['--serve=1.30-1.40']);
    expect(await get('/v1.29/info', own)).toContain('Minimum supported API version is 1.30');
    expect(await get('/v1.41/info', own)).toContain('Maximum supported API version is 1.40');
    expect(JSON.parse(await get('/v1.30/version', own))).toEqual({ ApiVersion: '1.40', MinAPIVersion: '1.30' });
  });

  it('prints a line for each request with --log, without what may be secret', async () => {
    const output = await started(['--as=1.44', '--log']);
    await get('/v1.30/images/json?password=1', own);
    await get('/v1.44/info', own);
    await get('/v1.23/info', own);
    await new Promise<void>((resolve) => {
      const headers = { connection: 'Upgrade', upgrade: 'tcp' };
      const call = request({ socketPath: own, path: '/v1.44/exec/a/start', method: 'POST', headers });
      call.on('upgrade', (_response, connection) => connection.on('close', resolve).destroy()).end();
    });
    await expect.poll(() => output.printed.split('\n').length).toBe(5);
    const entries = output.printed.split('\n', 4).map((line) => JSON.parse(line) as object);
    const timed = { time: expect.any(String) as string, milliseconds: expect.any(Number) as number };
    const common = { ...timed, method: 'GET', status: 200, engine: '1.44' };
    expect(entries).toEqual([
      { ...common, path: '/images/json', client: '1.30', converted: 'ImageList' },
      { ...common, path: '/info', client: '1.44' },
      { ...timed, method: 'GET', status: 400, path: '/info', client: '1.23' },
      { ...common, method: 'POST', status: 101, path: '/exec/a/start', client: '1.44' },
    ]);
  });

  it('completes its requests after a signal, and accepts no others', async () => {
    await started(['--as=1.44']);
    const response = get('/v1.44/slow', own);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const ended = once(child!, 'exit');
    child!.kill('SIGTERM');
    expect(await response).toBe('"begun"');
    expect(await ended).toEqual([0, null]);
    await expect(get('/v1.44/info', own)).rejects.toThrow();
  });

  it.each([
    ['after the grace period', ['--grace=0'], ['SIGTERM']],
    ['with a second signal', ['--grace=100'], ['SIGTERM', 'SIGINT']],
  ] as const)('ends a connection that goes on %s', async (_when, words, signals) => {
    await started(['--as=1.44', ...words]);
    const headers = { connection: 'Upgrade', upgrade: 'tcp' };
    const call = request({ socketPath: own, path: '/v1.44/exec/a/start', method: 'POST', headers });
    const closed = new Promise((resolve) =>
      call.on('upgrade', (_response, connection) => connection.on('close', resolve).on('error', () => undefined)),
    );
    call.end();
    await once(call, 'upgrade');
    const ended = once(child!, 'exit');
    for (const signal of signals) child!.kill(signal);
    expect(await ended).toEqual([0, null]);
    await closed;
  });

  it('lets only its owner and a group open its socket, whatever the mask of the process', async () => {
    const group = process.getgid?.() ?? 0;
    const words = [command, `--listen=unix://${own}`, `--group=${group}`, `--engine=tcp://127.0.0.1:${port}`];
    const args = ['-c', 'umask 0; exec "$@"', 'sh', process.execPath, ...words];
    child = spawn('sh', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    await once(child.stderr!, 'data');
    const { mode, gid } = statSync(own);
    expect([(mode & 0o777).toString(8), gid]).toEqual(['660', group]);
  });

  // Another program opens the socket, since a server of Node would accept connections too.
  const python = spawnSync('python3', ['--version']).error === undefined;
  it.skipIf(!python)(
    `listens on a socket that it is passed${python ? '' : ' (SKIPPED: there is no python3)'}`,
    async () => {
      const program = `import os, socket, sys
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
os.dup2(listener.fileno(), 3)
os.set_inheritable(3, True)
os.execvp(sys.argv[2], sys.argv[2:])`;
      const words = [command, '--listen=fd://3', `--engine=tcp://127.0.0.1:${port}`, '--as=1.44'];
      const args = ['-c', program, own, process.execPath, ...words];
      child = spawn('python3', args, { stdio: ['ignore', 'ignore', 'pipe'] });
      await once(child.stderr!, 'data');
      expect(await get('/v1.44/info', own)).toContain('ApiVersion');
    },
  );
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
