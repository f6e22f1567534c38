/** Rewrites programs: single calls, and a published project, which then runs with the client. */
import fs, { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { connect } from '@lading/client';
import { startEngine } from '@lading/engine';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { main, migrate } from '../src/index.js';
import { modemAdvice, rules } from '../src/rules.js';

const require = createRequire(import.meta.url);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

/** Within the package, so that modules are found. */
function temporary(): string {
  const folder = mkdtempSync(join(import.meta.dirname, '..', '.migrated-'));
  folders.push(folder);
  return folder;
}

describe('a call', () => {
  test.each<[before: string, after: string]>([
    ['await docker.listContainers({ all: true });', 'await docker.container.list({ all: true });'],
    [
      "await docker.listNetworks({ filters: JSON.stringify({ name: ['a'] }) });",
      "await docker.network.list({ filters: { name: ['a'] } });",
    ],
    [
      "const c = await docker.createContainer({ Image: 'alpine', name: 'web' });\nawait c.start();\nconsole.log(c.id);",
      "const c = (await docker.container.create({ name: 'web', body: { Image: 'alpine' } })).Id;\nawait docker.container.start({ id: c });\nconsole.log(c);",
    ],
    [
      "await docker.getContainer('web').remove({ force: true });",
      "await docker.container.delete({ id: 'web', force: true });",
    ],
    ['await docker.info();', 'await docker.system.info();'],
    ['await docker.getVolume(name).remove();', 'await docker.volume.delete({ name });'],
    ['await docker.listImages({ abortSignal: signal });', 'await docker.image.list({}, { signal });'],
    [
      "await docker.getContainer(id).putArchive(file, { path: '/srv' });",
      "await docker.container.putArchive({ id, path: '/srv', body: file });",
    ],
    [
      'await this.docker.getService(id).update({ version: 3, Name: name });',
      'await this.docker.service.update({ id, version: 3, body: { Name: name } });',
    ],
    ["const name = 'docker'; other.listContainers();", "const name = 'docker'; other.listContainers();"],
    [
      "docker.getContainer('web').start((error) => console.log(error));",
      "// TODO(lading): start: await docker.container.start(…), without a callback\ndocker.getContainer('web').start((error) => console.log(error));",
    ],
    [
      "const logs = await docker.getContainer('web').logs({ stdout: true });\ndocker.modem.demuxStream(logs, out, out);",
      "// TODO(lading): The result is output: for await (const { stream, data } of result), or result.lines(), or await result.text().\nconst logs = await docker.container.logs({ id: 'web', stdout: true });\n// TODO(lading): demuxStream: for await (const { stream, data } of output) process[stream].write(data)\ndocker.modem.demuxStream(logs, out, out);",
    ],
  ])('%s', (before, after) => {
    expect(migrate('program.js', before).source).toBe(after);
  });

  test('imports the client, connects, and has types', () => {
    const before = `import Docker from 'dockerode';

const docker = new Docker({ socketPath: '/run/docker.sock' });
export async function stop(engine: Docker, container: Docker.Container) {
  try {
    await engine.getContainer('web').stop();
  } catch (error) {
    if (error.statusCode !== 304) throw error;
  }
  await container.stop();
}
`;
    const { source, rewritten, manual } = migrate('program.ts', before);
    expect(source).toBe(`import { connect, type Engine } from '@lading/client';

const docker = await connect({ host: 'unix:///run/docker.sock' });
export async function stop(engine: Engine, container: string) {
  try {
    await engine.container.stop({ id: 'web' });
  } catch (error) {
    if (error.status !== 304) throw error;
  }
  // TODO(lading): stop: await docker.container.stop(…), with the engine as a parameter
  await container.stop();
}
`);
    expect(rewritten).toBe(3);
    expect(manual).toEqual([{ line: 10, advice: expect.stringContaining('stop') as string }]);
  });
});

describe('callbacks and streams', () => {
  const scene = "import Docker from 'dockerode';\nconst docker = new Docker();\n";
  const after = (text: string): string =>
    migrate('program.ts', scene + text)
      .source.split('\n')
      .slice(2)
      .join('\n');

  test.each<[before: string, after: string]>([
    [
      `docker.createContainer({ Image: 'alpine' }, (err, web) => {
  if (err) throw err;
  // Starts it.
  web.start((err) => {
    if (err) throw err;
    console.log(web.id);
  });
});`,
      `const web = (await docker.container.create({ body: { Image: 'alpine' } })).Id;
// Starts it.
await docker.container.start({ id: web });
console.log(web);`,
    ],
    [
      `export async function list() {
  docker.listContainers({ all: true }, function (err, found) {
    if (err) return console.error(err);
    console.log(found.length);
  });
}`,
      `export async function list() {
  let found;
  try {
    found = await docker.container.list({ all: true });
  } catch (err) {
    console.error(err);
    return;
  }
  console.log(found.length);
}`,
    ],
    [
      `const stream = await docker.pull('alpine', { authconfig: auth });
await new Promise((resolve, reject) => {
  docker.modem.followProgress(stream, (err, out) => (err ? reject(err) : resolve(out)), show);
});`,
      `const stream = await pull(docker, 'alpine', { credentials: auth });
await follow(stream, { onItem: show, write: () => undefined });`,
    ],
    [
      `docker.buildImage(tar.pack('app'), { t: 'me/app' }, (err, stream) => {
  if (err) throw err;
  docker.modem.followProgress(stream, (err, items) => {
    if (err) throw err;
    console.log(items.length);
  });
});`,
      `const stream = await docker.image.build({ body: tar.pack('app'), t: ['me/app'] });
const items = await stream.toArray();
console.log(items.length);`,
    ],
    [
      `const web = docker.getContainer('web');
const stream = await web.attach({ stream: true, stdin: true, stdout: true, hijack: true });
web.modem.demuxStream(stream, process.stdout, process.stderr);
stream.write('a');
process.stdin.pipe(stream);`,
      `const web = 'web';
const stream = await docker.container.attach({ id: web, stream: true, stdin: true, stdout: true });
stream.stdout.pipe(process.stdout, { end: false });
stream.stderr.pipe(process.stderr, { end: false });
stream.stdin.write('a');
process.stdin.pipe(stream.stdin);`,
    ],
  ])('%s', (before, wanted) => {
    expect(after(before)).toBe(wanted);
  });

  test.each<[reason: string, before: string]>([
    [
      'a statement follows',
      "docker.getContainer('web').stop((err) => {\n  if (err) throw err;\n});\nconsole.log('after');",
    ],
    [
      'the function is not async',
      'function a() { docker.info((err, info) => { if (err) throw err; console.log(info); }); }',
    ],
    ['an error is ignored', 'docker.info((err, info) => { console.log(info); });'],
    [
      'a value is returned',
      'docker.info((err, info) => { if (err) throw err; if (info) return; console.log(info); });',
    ],
    [
      'the name means something else',
      'const info = 1; docker.info((err, info) => { if (err) throw err; console.log(info); });',
    ],
    ['it has a `this` of its own', 'docker.info(function (err, info) { if (err) throw err; this.info = info; });'],
    ['its result is another one', 'docker.ping((err, data) => { if (err) throw err; console.log(data); });'],
    ['it is in a loop', 'async function a() { for (const b of c) docker.info((err) => { if (err) throw err; }); }'],
    [
      'the stream is also read otherwise',
      "const s = await docker.pull('a');\ns.on('data', b);\ndocker.modem.followProgress(s, (err) => { if (err) throw err; });",
    ],
    [
      'the failure of a pull is ignored',
      "const s = await docker.pull('a');\nawait new Promise((resolve) => docker.modem.followProgress(s, resolve));",
    ],
    [
      'the context may be the path of a file',
      "const s = await docker.buildImage(file, { t: 'a' });\ndocker.modem.followProgress(s, (err) => { if (err) throw err; });",
    ],
    [
      'an option is not known',
      "const s = await docker.buildImage(tar.pack('.'), options);\ndocker.modem.followProgress(s, (err) => { if (err) throw err; });",
    ],
    [
      'a name is taken',
      "const pull = 1;\nconst s = await docker.pull('a');\ndocker.modem.followProgress(s, (err) => { if (err) throw err; });",
    ],
  ])('a call is left by hand if %s', (_, before) => {
    const { source, manual } = migrate('program.ts', scene + before);
    const code = source
      .replace(/\/\/ TODO\(lading\).*\n/g, '')
      .split('\n')
      .slice(2)
      .join('\n');
    const spaceless = (text: string): string => text.replace(/\s+/g, ' ');
    expect(spaceless(code)).toBe(spaceless(before));
    expect(manual.length).toBeGreaterThan(0);
  });
});

test('there is a rule or advice for every method of dockerode', () => {
  for (const [subject, methods] of Object.entries(rules)) {
    const { prototype } = require(`dockerode/lib/${subject}`) as { readonly prototype: object };
    const covered = new Set([...Object.keys(methods), 'constructor']);
    const unknown = Object.getOwnPropertyNames(prototype).filter(
      (name) => !covered.has(name) && !name.startsWith('get'),
    );
    expect(unknown, subject).toEqual([]);
  }
  const { prototype } = require('docker-modem') as { readonly prototype: object };
  expect(Object.keys(modemAdvice).every((name) => name in prototype)).toBe(true);
});

test('a published project runs with the client after the command', async () => {
  const folder = temporary();
  cpSync(dirname(require.resolve('dockerode-compose/package.json')), folder, { recursive: true });
  const files = ['configs', 'networks', 'secrets', 'services', 'servicesTools', 'volumes'].map((name) =>
    join(folder, 'lib', `${name}.js`),
  );
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  expect(main(['--write', join(folder, 'compose.js'), ...files])).toBe(1);
  const total = (pattern: RegExp): number => lines.reduce((sum, line) => sum + Number(pattern.exec(line)?.[1] ?? 0), 0);
  // All calls but those of streams; the others say what the result is now.
  expect([total(/: (\d+) rewritten/), total(/, (\d+) by hand/)]).toEqual([19, 12]);
  expect(lines.filter((line) => /: (pull|buildImage): /.test(line))).toHaveLength(3);

  const file = join(folder, 'compose.yml');
  writeFileSync(
    file,
    `version: '3'
services:
  db:
    image: alpine
    command: [sleep, '600']
    volumes: ['data:/data']
    networks: [back]
volumes:
  data: {}
networks:
  back: {}
`,
  );
  await using engine = await startEngine({ images: ['alpine'] });
  await using client = await connect({ host: engine.address, env: {}, unsupported: 'drop' });
  const Compose = require(join(folder, 'compose.js')) as new (
    docker: unknown,
    file: string,
    project: string,
  ) => ComposeProject;
  const project = new Compose(client, file, 'shop');
  await project.up();
  const names = async (): Promise<unknown> => ({
    containers: (await client.container.list()).map(({ Names }) => Names?.[0]),
    networks: (await client.network.list({ filters: { name: ['shop_'] } })).map(({ Name }) => Name),
    volumes: (await client.volume.list()).Volumes?.map(({ Name }) => Name),
  });
  expect(await names()).toEqual({ containers: ['/shop_db_1'], networks: ['shop_back'], volumes: ['shop_data'] });
  await project.down({ volumes: true });
  expect(await names()).toEqual({ containers: [], networks: [], volumes: [] });
});

interface ComposeProject {
  up(): Promise<unknown>;
  down(options: object): Promise<unknown>;
}

test('the command changes nothing without --write, and refuses wrong usage', () => {
  const folder = temporary();
  const path = join(folder, 'a.js');
  writeFileSync(path, 'docker.listContainers();\n');
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(main([path])).toBe(0);
  expect(readdirSync(folder)).toEqual(['a.js']);
  expect(migrate(path, 'docker.listContainers();\n').rewritten).toBe(1);
  expect([main([]), main(['--wirte', path]), main(['none.js']), main(['--help'])]).toEqual([2, 2, 2, 0]);
  expect(error.mock.calls.flat().join('\n')).toContain('there is no file none.js');
});

test('a full disk leaves every file as it was', () => {
  const folder = mkdtempSync(join(import.meta.dirname, '..', '.migrated-'));
  const text = "import Docker from 'dockerode';\nconst docker = new Docker();\nawait docker.ping();\n";
  const paths = ['a.ts', 'b.ts'].map((name) => join(folder, name));
  for (const path of paths) writeFileSync(path, text);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  const write = fs.writeFileSync;
  let calls = 0;
  fs.writeFileSync = ((file: string, data: string) => {
    if (++calls < 2) return write(file, data);
    write(file, data.slice(0, 9));
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  }) as typeof write;
  syncBuiltinESMExports();
  try {
    expect(main(['--write', ...paths])).toBe(2);
    expect(String(errors.mock.calls[0]?.[0])).toContain('ENOSPC');
  } finally {
    fs.writeFileSync = write;
    syncBuiltinESMExports();
    errors.mockRestore();
  }
  expect(readdirSync(folder)).toEqual(['a.ts', 'b.ts']);
  for (const path of paths) expect(readFileSync(path, 'utf8')).toBe(text);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(main(['--write', ...paths])).toBeLessThan(2);
  vi.restoreAllMocks();
  for (const path of paths) expect(readFileSync(path, 'utf8')).toContain('@lading/client');
  rmSync(folder, { recursive: true });
});
