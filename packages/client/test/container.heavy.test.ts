/** Tests the helpers for containers: exec, files, ports, usage, removal by label, data, events. */
import { readFile as readLocalFile } from 'node:fs/promises';
import { join } from 'node:path';
import { frame } from '@lading/runtime-wire';
import { describe, expect, test, onTestFinished } from 'vitest';
import {
  connect,
  copyFrom,
  copyTo,
  decodeData,
  decodePathStat,
  encodeData,
  exec,
  pack,
  publishedPort,
  readFile,
  removeLabelled,
  resumeEvents,
  resumeLogs,
  run,
  usageOf,
  writeFile,
  type Engine,
} from '../src/index.js';
import { json, scriptedEngine, type Script } from './testing/scripted-engine.js';

async function connected(script: Script, output: readonly Uint8Array[] = []) {
  const scripted = await scriptedEngine(
    '1.44',
    script,
    output.map((bytes) => Buffer.from(bytes)),
  );
  const engine: Engine = await connect({ host: scripted.host, env: {} });
  onTestFinished(() => engine.close());
  return { engine, requests: scripted.requests };
}

const none: Script = (_request, response) => json(response, { message: 'none' }, 404);

test('exec returns the exit code and both outputs', async () => {
  const script: Script = ({ url }, response) =>
    url.endsWith('/exec') ? json(response, { Id: 'e1' }, 201) : json(response, { ExitCode: 3 });
  const { engine, requests } = await connected(script, [frame(1, Buffer.from('out')), frame(2, Buffer.from('err'))]);
  const options = { env: { A: '1' }, cwd: '/srv', user: '1000' };
  expect(await exec(engine, 'web', 'exit 3', options)).toEqual({ exitCode: 3, stdout: 'out', stderr: 'err' });
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    Cmd: ['/bin/sh', '-c', 'exit 3'],
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    Env: ['A=1'],
    WorkingDir: '/srv',
    User: '1000',
  });
  await exec(engine, 'web', ['ls', '-l']);
  expect(requests.map(({ body }) => body).join('')).toContain('"Cmd":["ls","-l"]');
});

describe('files', () => {
  const stat = (linkTarget: string) =>
    Buffer.from(JSON.stringify({ name: 'a', size: 1, mode: 420, mtime: '2026-01-01T00:00:00Z', linkTarget })).toString(
      'base64',
    );
  /** A container with /etc/app.json, and /link, which leads there. */
  const files: Script = ({ method, url }, response) => {
    if (method === 'PUT') return void response.end();
    const path = new URL(url, 'http://localhost').searchParams.get('path');
    const isLink = path === '/link';
    response.writeHead(200, {
      'content-type': 'application/x-tar',
      'x-docker-container-path-stat': stat(isLink ? 'etc/app.json' : ''),
    });
    pack(path === '/empty' ? {} : { 'app.json': '{"port":80}' }).pipe(response);
  };

  test('have a size and a mode in a header', async () => {
    const { engine } = await connected(files);
    const { headers } = await engine.container.archive({ id: 'web', path: '/etc/app.json' });
    const { name, size, mode } = decodePathStat(headers['x-docker-container-path-stat'] ?? '');
    expect({ name, size, mode }).toEqual({ name: 'a', size: 1, mode: 0o644 });
  });

  test('are read, through links, and written with their name, folder and mode', async () => {
    const { engine, requests } = await connected(files);
    expect((await readFile(engine, 'web', '/link')).toString()).toBe('{"port":80}');
    await writeFile(engine, 'web', '/etc/app.json', 'new', { mode: 0o600 });
    const put = requests.at(-1);
    expect(put?.url).toContain('path=%2Fetc');
    expect(put?.body).toContain('app.json');
    expect(put?.body).toContain('000600');
    expect(put?.body).toContain('new');
  });

  test('are copied out of a container, and into it: a file of this machine by its name', async () => {
    const { engine, requests } = await connected(files);
    const folder = temporaryFolder();
    await copyFrom(engine, 'web', '/etc/app.json', folder);
    expect(await readLocalFile(join(folder, 'app.json'), 'utf8')).toBe('{"port":80}');
    await copyTo(engine, 'web', join(folder, 'app.json'), '/srv');
    await copyTo(engine, 'web', { 'b.txt': 'b' }, '/srv');
    expect(requests.at(-2)?.body).toContain('app.json');
    expect(requests.at(-1)?.body).toContain('b.txt');
  });
});

test('run pulls a missing image, once', async () => {
  let creations = 0;
  const script: Script = ({ url }, response) => {
    if (url.includes('/images/create')) return json(response, { status: 'pulled' });
    if (url.includes('/containers/create')) creations += 1;
    return json(response, { message: 'No such image: alpine:latest' }, 404);
  };
  const { engine, requests } = await connected(script);
  const options = { image: 'alpine', pull: 'missing' } as const;
  await expect(run(engine, options)).rejects.toMatchObject({ status: 404 });
  expect(creations).toBe(2);
  expect(requests.filter(({ url }) => url.includes('/images/create'))).toHaveLength(1);
});

test('a published port has the host of the engine, unless it is published on one address', async () => {
  const Ports = {
    '80/tcp': ['0.0.0.0', '::'].map((HostIp) => ({ HostIp, HostPort: '8080' })),
    '53/udp': [{ HostIp: '127.0.0.2', HostPort: '5353' }],
    '90/tcp': null,
  };
  const { engine } = await connected((_request, response) => json(response, { NetworkSettings: { Ports } }));
  expect(await publishedPort(engine, 'web', 80)).toEqual({ host: 'localhost', port: 8080 });
  expect(await publishedPort(engine, 'web', '53/udp')).toEqual({ host: '127.0.0.2', port: 5353 });
  await expect(publishedPort(engine, 'web', 90)).rejects.toMatchObject({ code: 'PORT_NOT_PUBLISHED' });
});

test('removal by label ignores what is gone, and removes containers first', async () => {
  const script: Script = (request, response) => {
    if (request.method === 'DELETE') return none(request, response, response.req);
    if (request.url.includes('/volumes')) return json(response, { Volumes: [{ Name: 'v1' }] });
    return json(response, request.url.includes('/containers') ? [{ Id: 'c1' }, { Id: 'c2' }] : [{ Id: 'n1' }]);
  };
  const { engine, requests } = await connected(script);
  const removed = await removeLabelled(engine, 'app=web');
  expect(removed).toEqual({ containers: ['c1', 'c2'], networks: ['n1'], volumes: ['v1'] });
  const deleted = requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url.replace(/^\/v1\.44/, ''));
  expect(deleted).toEqual([
    '/containers/c1?v=true&force=true',
    '/containers/c2?v=true&force=true',
    '/networks/n1',
    '/volumes/v1',
  ]);
  expect(requests[0]?.url).toContain(encodeURIComponent('{"label":["app=web"]}'));

  const sent = requests.length;
  for (const label of ['', ' ', '=web'])
    await expect(removeLabelled(engine, label)).rejects.toMatchObject({ code: 'LABEL_EMPTY' });
  expect(requests).toHaveLength(sent);
});

test('usage is in percent of one processor and of the limit', () => {
  const cpu = (total: number, system: number) => ({
    cpu_usage: { total_usage: total },
    system_cpu_usage: system,
    online_cpus: 4,
  });
  const memory_stats = { usage: 300, limit: 1000, stats: { inactive_file: 100 } };
  expect(usageOf({ cpu_stats: cpu(200, 2000), precpu_stats: cpu(100, 1000), memory_stats })).toEqual({
    cpuPercent: 40,
    memory: 200,
    memoryPercent: 20,
  });
  expect(usageOf({ cpu_stats: cpu(200, 2000), precpu_stats: { cpu_usage: {} } }).cpuPercent).toBe(0);
});

test('data of secrets and configs is bytes', () => {
  const bytes = Uint8Array.from([0, 255, 62, 63]);
  expect(Uint8Array.from(decodeData({ Data: encodeData(bytes) }))).toEqual(bytes);
  expect(encodeData('pässword')).toBe('cMOkc3N3b3Jk');
});

test('events continue after a lost connection, each of them once', async () => {
  const event = (time: number, id: string) => ({ Type: 'container', Action: 'start', Actor: { ID: id }, time });
  let connections = 0;
  const script: Script = (_request, response) => {
    connections += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    const sent =
      connections === 1 ? [event(100, 'a'), event(101, 'b')] : [event(101, 'b'), event(101, 'c'), event(102, 'd')];
    response.write(sent.map((one) => `${JSON.stringify(one)}\n`).join(''), () => {
      if (connections === 1) setTimeout(() => response.destroy(), 20);
    });
  };
  const { engine, requests } = await connected(script);
  const seen: string[] = [];
  for await (const { Actor } of resumeEvents(engine, { since: 100 })) {
    seen.push(Actor?.ID ?? '');
    if (seen.length === 4) break;
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
  expect(requests.map(({ url }) => new URL(url, 'http://localhost').searchParams.get('since'))).toEqual(['100', '101']);
});

test.each([
  ['resumeEvents', (engine: Engine) => resumeEvents(engine, { patience: 600 })],
  ['resumeLogs', (engine: Engine) => resumeLogs(engine, 'web', { patience: 600 })],
] as const)('%s ends when the engine loses every connection at once', { timeout: 10_000 }, async (_, open) => {
  const { engine } = await connected((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/vnd.docker.raw-stream' });
    response.flushHeaders();
    setTimeout(() => response.destroy(), 20);
  });
  await expect(open(engine).next()).rejects.toMatchObject({ name: 'ConnectionLost' });
});

test('resumeEvents ends when the engine ends every response at once', { timeout: 10_000 }, async () => {
  const { engine, requests } = await connected((_request, response) => response.end());
  const events = resumeEvents(engine, { patience: 600 });
  await expect(events.next()).rejects.toMatchObject({ name: 'ConnectionLost', code: 'RESPONSE_CUT' });
  expect(requests.length).toBeLessThan(5);
});
