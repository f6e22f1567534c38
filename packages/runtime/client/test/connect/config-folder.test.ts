/** Tests the configuration folder: its path on each platform, and the headers that it adds to every request. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectEngine, json, websocket, type EngineConnection } from '../../src/codegen.js';
import { configFolder, openSocket, resolveTarget, type ConnectOptions } from '../../src/connect/index.js';
import { findEngine } from '../../src/index.js';
import { contextFiles, listening, temporaryFolder, write, endAfterTests } from './temporary.js';

endAfterTests();

describe('the folder', () => {
  it.each([
    ['linux', { HOME: '/home/me' }, '/home/me/.docker'],
    ['darwin', { HOME: '/Users/me', USERPROFILE: 'C:\\x' }, '/Users/me/.docker'],
    ['win32', { USERPROFILE: 'C:\\Users\\me', HOME: '/home/me' }, 'C:\\Users\\me\\.docker'],
    ['win32', { DOCKER_CONFIG: 'D:\\conf', USERPROFILE: 'C:\\Users\\me' }, 'D:\\conf'],
    ['linux', { DOCKER_CONFIG: '/conf', HOME: '/home/me' }, '/conf'],
    ['linux', { DOCKER_CONFIG: '', HOME: '/home/me' }, '/home/me/.docker'],
  ] as const)('on %s with %j is %s', (platform, env, folder) => {
    expect(configFolder(env, platform)).toBe(folder);
  });
});

describe('a named pipe', () => {
  it.each([
    ['', '\\\\.\\pipe\\docker_engine'],
    ['npipe:////./pipe/docker_engine', '\\\\.\\pipe\\docker_engine'],
    ['npipe:////server/pipe/a-b', '\\\\server\\pipe\\a-b'],
    ['npipe://\\\\.\\pipe\\mine', '\\\\.\\pipe\\mine'],
  ])('%j is opened by the path %s', async (host, path) => {
    const target = await resolveTarget({ host, env: { HOME: '/nonexistent' } }, 'win32');
    expect(target.kind).toBe('npipe');
    // The error of the system has the path; only on Windows is it that of a pipe.
    const work = openSocket({ ...target, socketPath: `${target.socketPath ?? ''}-none` }, { timeout: 1000 });
    const error: unknown = await work.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'ENOENT', cause: { address: `${path}-none` } });
  });

  it('can be the host of a context', async () => {
    const folder = temporaryFolder();
    write(folder, contextFiles('desktop', 'npipe:////./pipe/dockerDesktopLinuxEngine'));
    const target = await resolveTarget({ context: 'desktop', env: { DOCKER_CONFIG: folder } }, 'win32');
    expect(target.socketPath).toBe('\\\\.\\pipe\\dockerDesktopLinuxEngine');
    expect(target.address).toBe('npipe:////./pipe/dockerDesktopLinuxEngine');
  });
});

const version = { id: 'SystemVersion', method: 'GET', path: '/version', response: json<object>() } as const;
const messages = { id: 'ContainerAttachWebsocket', method: 'GET', path: '/ws', response: websocket } as const;

describe('HttpHeaders', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'engine.sock');
  const heard: IncomingHttpHeaders[] = [];

  beforeAll(async () => {
    const server = createServer((request, response) => {
      heard.push(request.headers);
      response.setHeader('api-version', '1.44').end('{}');
    });
    server.on('upgrade', (request, socket) => {
      heard.push(request.headers);
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    });
    await listening(server, path);
  });

  function configured(config: unknown, more: ConnectOptions = {}): ConnectOptions {
    write(folder, { 'config.json': typeof config === 'string' ? config : JSON.stringify(config) });
    return { host: `unix://${path}`, env: { DOCKER_CONFIG: folder }, ...more };
  }

  it('are sent with every request except User-Agent, and options take precedence', async () => {
    const HttpHeaders = { 'X-Meta': 'theirs', 'X-Token': 't0ken', 'User-Agent': 'theirs' };
    const options = configured({ HttpHeaders }, { headers: { 'x-meta': 'ours' }, userAgent: 'me/1' });
    heard.length = 0;
    const engine = await connectEngine<EngineConnection>('1.44', {}, options);
    await engine.call(version);
    await engine.call(messages).catch(() => undefined);
    await engine.close();
    expect(heard.length).toBe(3);
    for (const headers of heard) {
      expect(headers).toMatchObject({ 'x-meta': 'ours', 'x-token': 't0ken', 'user-agent': 'me/1' });
    }
  });

  it('are not shown', async () => {
    const target = await resolveTarget(configured({ HttpHeaders: { 'X-Token': 't0ken' } }));
    expect(target.headers).toEqual({ 'x-token': 't0ken' });
    expect(inspect(target, { depth: 9 }) + JSON.stringify(target)).not.toContain('t0ken');
  });

  it.each([
    [{ HttpHeaders: { a: 1 } }, 'CONFIG_INVALID'],
    [{ HttpHeaders: 'a: b' }, 'CONFIG_INVALID'],
    [{ HttpHeaders: { a: 't0ken\r\nb: c' } }, 'HEADER_INJECTION'],
    [{ HttpHeaders: { 'a b': 't0ken' } }, 'HEADER_INJECTION'],
  ])('that are invalid are rejected: %j', async (config, code) => {
    const error: unknown = await findEngine(['1.44'], configured(config)).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'InputError', code });
    expect(inspect(error)).not.toContain('t0ken');
  });

  it.each([
    ['{"HttpHeaders": '],
    [''],
    ['[]'],
    ['{"HttpHeaders": null}'],
    ['{"__proto__": {"HttpHeaders": {"a": "b"}}}'],
  ])('of the file %j are empty', async (text) => {
    expect((await resolveTarget(configured(text))).headers).toBeUndefined();
  });
});

describe('findEngine', () => {
  it('returns the newest common version, and leaves no connection', async () => {
    const path = join(temporaryFolder(), 'engine.sock');
    const server = createServer((request, response) => {
      if (request.url === '/version') response.end('{"ApiVersion":"1.43","MinAPIVersion":"1.24"}');
      else response.setHeader('api-version', '1.43').end();
    });
    await listening(server, path);
    const options = { host: `unix://${path}`, env: {} };
    expect(await findEngine(['1.41', '1.43', '1.44'], options)).toMatchObject({ version: '1.43' });
    const { version, target } = await findEngine(['1.44', '1.41'], options);
    expect([version, target.socketPath]).toEqual(['1.41', path]);
    await expect(findEngine(['1.44'], options)).rejects.toThrow(
      /speaks version 1\.44 .* serves (up to|1\.24 to) 1\.43/,
    );
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0);
  });

  it('has a time limit for responses', async () => {
    const path = join(temporaryFolder(), 'engine.sock');
    await listening(
      createServer(() => undefined),
      path,
    );
    const options = { host: `unix://${path}`, env: {}, connectTimeout: 50 };
    await expect(findEngine(['1.44'], options)).rejects.toMatchObject({ name: 'ConnectionError', code: 'ETIMEDOUT' });
    const signal = AbortSignal.timeout(30);
    await expect(findEngine(['1.44'], { ...options, connectTimeout: 5000, signal })).rejects.toThrow(
      /aborted due to timeout/,
    );
  });
});
