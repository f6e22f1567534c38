/** Tests the command of the bridge: arguments, and clients of all versions on one socket. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const command = join(import.meta.dirname, '../bin/bridge.mjs');
const folder = mkdtempSync(join(tmpdir(), 'lading-bridge-'));
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
  rmSync(folder, { recursive: true });
});

describe('arguments', () => {
  const [listen, target] = ['--listen=unix:///a', '--engine=unix:///b'];
  it.each([
    [[listen, target, '--as=1.23'], '--as "1.23": pass a version of 1.24 to 1.44'],
    [[target, '--as=1.44'], '--listen "": pass a socket such as unix:///run/bridge.sock'],
    [[listen, '--engine=tcp://a'], '--engine "tcp://a": pass a socket such as unix:///run/bridge.sock, or tcp://127'],
    [[listen, '--engine=tcp://a:99999'], '--engine "tcp://a:99999": pass'],
    [[listen, '--engine=tcp://user@a:1'], '--engine "tcp://user@a:1": pass'],
    [[listen, '--engine=http://a:1'], '--engine "http://a:1": pass'],
    [
      ['--listen=tcp://0.0.0.0:2375', target],
      'anyone who reaches it would control the engine; pass an address of this',
    ],
    [['--listen=tcp://[::]:2375', target], 'anyone who reaches it would control the engine'],
    [['--other'], "Unknown option '--other'"],
  ])('%j', (words, message) => {
    const { status, stderr } = spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' });
    expect(stderr).toContain(message);
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
  expect(await get('/v1.45/info')).toContain('Maximum supported API version is 1.44');
  expect(await get('/v1.42/images/json')).toContain('"VirtualSize":5');
  expect(await get('/v1.43/images/json')).toContain('"VirtualSize":5');
  expect(await get('/v1.42.1/info')).toContain('set DOCKER_API_VERSION to one of 1.24 to 1.44');
  const ended = once(bridge, 'exit');
  bridge.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

function get(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: socket, path, agent: false }, (response) => {
      text(response).then(resolve, reject);
    });
    call.on('error', reject).end();
  });
}

it('listens on several addresses, for an engine on a port', async () => {
  const port = await freePort();
  const remote = createServer((_request, response) => response.end('{"ApiVersion":"1.44","MinAPIVersion":"1.24"}'));
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
    expect(printed).toBe(`bridge: listening on unix://${other}\nbridge: listening on tcp://127.0.0.1:${port}\n`);
    expect(await (await fetch(`http://127.0.0.1:${port}/v1.41/version`)).json()).toEqual({
      ApiVersion: '1.44',
      MinAPIVersion: '1.24',
    });
  } finally {
    started.kill('SIGKILL');
    await new Promise((resolve) => remote.close(resolve).closeAllConnections());
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
