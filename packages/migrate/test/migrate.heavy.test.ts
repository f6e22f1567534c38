/** Rewrites programs: what a call becomes, what stays as it was, and what the command writes. */
import { execFileSync } from 'node:child_process';
import fs, { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { main, migrate, type Migrated } from '../src/index.js';
import { getters, rules } from '../src/rules.js';

const require = createRequire(import.meta.url);
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

function temporary(): string {
  const folder = mkdtempSync(join(import.meta.dirname, '..', '.migrated-'));
  folders.push(folder);
  return folder;
}

const head = "import Docker from 'dockerode';\n";
const field = `${head}export class X {
  private docker = new Docker();
  async list() {
    return this.docker.listContainers();
  }
  names(): Promise<string[]> {
    return this.docker.listImages().then((images) => images.map(({ Id }) => Id));
  }
}
`;
const ownNames = `${head}const at = (path: string) => path;
export async function connect(pull: Docker): Promise<void> {
  const follow = await pull.createContainer({ Image: at('alpine') });
  await follow.start();
}
export const opened = connect(new Docker());
`;
const types = `import Docker, { type ContainerInfo } from 'dockerode';
export const names = (all: ContainerInfo[]): string[] => all.map(({ Names }) => Names[0] ?? '');
export const first = (docker: Docker): Promise<Docker.ContainerInfo[]> => docker.listContainers();
`;
const inherited = `${head}const docker: any = new Docker() as Docker;
console.log((docker as Docker & { __proto__(): string }).__proto__(), (docker as Docker).hasOwnProperty('a'));
`;
const closed = `${head}async function stop(id: string): Promise<number> {
  const docker = new Docker();
  await docker.getContainer(id).stop();
  return (await docker.listContainers()).length;
}
const docker = new Docker();
console.log(await docker.version(), await stop('web'));
`;
const left = `${head}export class Engine2 extends Docker {}\nexport const docker = new Docker();\n`;
const dependent = "import { docker } from './left.js';\nexport const ping = async () => docker.ping();\n";
const own = (name: string): string => join(import.meta.dirname, '..', '.own', name);
const omitted = `import Docker from 'dockerode';
export const docker = new Docker({ socketPath: '/run/docker.sock', version: 'v1.40' });
export async function build(): Promise<void> {
  const stream = await docker.buildImage({ context: __dirname, src: ['Dockerfile', './src'] }, { t: 'app' });
  await new Promise((done) => docker.modem.followProgress(stream, done));
}
`;
const commented = `${head}export class Stops {
  // The default is ten.
  all = async (docker: Docker) => docker.getContainer('web').stop({ t: 5 /* seconds */ });
}
export async function stop(docker: import('dockerode')): Promise<void> {
  await docker
    .getContainer('web') // the first
    .stop();
}
export const start = (web: import('dockerode').Container): Promise<unknown> => web.start();
`;
const files = {
  'commented.ts': commented,
  'required.cjs': "module.exports = new (require('dockerode'))();\n",
  'uses.cjs': "const docker = require('./required.cjs');\nexports.list = async () => docker.listContainers();\n",
  'called.js': "const docker = require('dockerode')();\ndocker.listContainers();\n",
  'listed.js': "var fs = require('fs'), Docker = require('dockerode'), docker = new Docker();\ndocker.ping();\n",
  'reexports.ts': "export * from 'dockerode';\n",
  'deep.js': "const Docker = require('dockerode/lib/docker');\nnew Docker().ping();\n",
  'mocked.ts': "declare const vi: { mock(name: string): void };\nvi.mock('dockerode');\n",
  'named.ts': "export const name: string = ['dockerode', 'x'].join();\n",
  'field.ts': field,
  'own.ts': ownNames,
  'types.ts': types,
  'inherited.ts': inherited,
  'closed.ts': closed,
  'left.ts': left,
  'omitted.ts': omitted,
  'dependent.ts': dependent,
};
// One project for all, since the types are read once.
const migrated = migrate(new Map(Object.entries(files).map(([name, source]) => [own(name), source])));
const result = (name: keyof typeof files): Migrated => migrated.get(own(name)) as Migrated;

test('a property holds the promise of the engine, which is awaited where it is used', () => {
  expect(result('field.ts').source).toBe(`import { connect } from '@lading/client';
export class X {
  private docker = connect();
  async list() {
    return (await this.docker).container.list();
  }
  async names(): Promise<string[]> {
    return (await this.docker).image.list().then((images) => images.map(({ Id }) => Id));
  }
}
`);
  expect(result('field.ts').notes).toEqual([{ line: 3, advice: expect.stringContaining('close()') as string }]);
});

test('a version is left out with a note, and the files of a build context are those that the program names', () => {
  const { source, notes, reasons } = result('omitted.ts');
  expect(reasons).toEqual([]);
  expect(source).toContain("connect({ host: 'unix:///run/docker.sock' })");
  expect(source).toContain("buildContext(__dirname, { ignore: ['*', '!Dockerfile', '!src'] })");
  expect(notes[0]).toEqual({ line: 3, advice: expect.stringContaining("`version: 'v1.40'` is left out") as string });
});

test('imports get another name where the file has it already', () => {
  expect(result('own.ts').source).toContain(
    "import { type Engine, at as ladingAt, connect as ladingConnect } from '@lading/client';",
  );
  expect(result('own.ts').source).toContain('const follow = ladingAt(pull.container, {');
  expect(result('own.ts').source).toContain('export const opened = connect(await ladingConnect());');
});

test('types are those of the results of calls', () => {
  expect(result('types.ts').source).toBe(`import type { Engine } from '@lading/client';
type ContainerInfo = Awaited<ReturnType<Engine['container']['list']>>[number];
export const names = (all: ContainerInfo[]): string[] => all.map(({ Names }) => Names[0] ?? '');
export const first = (docker: Engine): Promise<ContainerInfo[]> => docker.container.list();
`);
});

test('methods that every object has are no calls', () => {
  const { source, reasons } = result('inherited.ts');
  expect(source).toBe(inherited);
  expect(reasons.map(({ advice }) => advice)).toContain('`hasOwnProperty`: the client has no such call');
});

test('engines are closed at the end of a program, and of a function that opens one', () => {
  expect(result('closed.ts').source).toBe(`import { connect } from '@lading/client';
async function stop(id: string): Promise<number> {
  const docker = await connect();
  try {
    await docker.container.stop({ id });
    return (await docker.container.list()).length;
  } finally {
    await docker.close();
  }
}
const docker = await connect();
console.log(await docker.system.version(), await stop('web'));
await docker.close();
`);
});

test('a file that is left leaves those that use it', () => {
  expect(result('left.ts')).toMatchObject({ source: left, rewritten: 0, reasons: [{ line: 2 }] });
  expect(result('dependent.ts')).toMatchObject({ source: dependent, rewritten: 0 });
});

test('a file that loads dockerode otherwise is left with the place, and so is what gets its engine', () => {
  const loading = ['required.cjs', 'called.js', 'listed.js', 'reexports.ts', 'deep.js', 'mocked.ts'] as const;
  for (const name of loading) {
    const { source, reasons } = result(name);
    expect(source, name).toBe(files[name]);
    const line = name === 'mocked.ts' ? 2 : 1;
    expect(reasons, name).toContainEqual({ line, advice: expect.stringContaining('is loaded here') as string });
  }
  expect(result('uses.cjs')).toMatchObject({ source: files['uses.cjs'], rewritten: 0, reasons: [{ line: 2 }] });
  expect(result('named.ts').reasons).toEqual([]);
});

test('comments within a call that is written anew precede its statement or its property', () => {
  expect(result('commented.ts').reasons).toEqual([]);
  expect(result('commented.ts').source).toBe(`import type { Engine, Handle } from '@lading/client';
type EngineContainer = Handle<Engine['container'], { id: string }>;
export class Stops {
  // The default is ten.
  /* seconds */
  all = async (docker: Engine) => docker.container.stop({ id: 'web', t: 5 });
}
export async function stop(docker: Engine): Promise<void> {
  // the first
  await docker.container.stop({ id: 'web' });
}
export const start = (web: EngineContainer): Promise<unknown> => web.start();
`);
});

test('there is a rule or advice for every method of dockerode', () => {
  for (const [subject, methods] of Object.entries(rules)) {
    const { prototype } = require(`dockerode/lib/${subject}`) as { readonly prototype: object };
    const covered = new Set([...Object.keys(methods), ...Object.keys(getters), 'constructor']);
    const isPublic = (name: string): boolean => !/^get[A-Z].*$/.test(name) || subject === 'docker';
    const unknown = Object.getOwnPropertyNames(prototype).filter((name) => !covered.has(name) && isPublic(name));
    expect(unknown, subject).toEqual([]);
  }
});

test('the command prints a diff, and changes nothing without --write', () => {
  const folder = temporary();
  const path = join(folder, 'a.js');
  const text = "const Docker = require('dockerode');\nnew Docker().listContainers().then(console.log);\n";
  writeFileSync(path, text);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(main(['--dry-run', path])).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(text);
  const printed = log.mock.calls.flat().join('\n');
  expect(printed).toContain("-const Docker = require('dockerode');\n-new Docker().listContainers()");
  expect(printed).toContain("+const { connect } = require('@lading/client');\n");
  const wrong = [[], ['--wirte', path], ['none.js'], ['--write', '--dry-run', path]];
  expect([...wrong.map((args) => main(args)), main(['--help'])]).toEqual([2, 2, 2, 2, 0]);
  expect(errors.mock.calls.flat().join('\n')).toContain('there is no file none.js');
});

test('line ends of Windows and a byte order mark remain', () => {
  const crlf = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  const other = crlf('export const one = 1;\nexport const two = 2;\n') + '// Mixed.\n';
  const given = crlf("const Docker = require('dockerode');\n// Containers.\nnew Docker().listContainers();\n");
  const results = migrate(
    new Map([
      ['a.js', given],
      ['b.js', other],
    ]),
  );
  expect(results.get('b.js')?.source).toBe(other);
  const source = results.get('a.js')?.source ?? '';
  expect(source).toMatch(/^\uFEFFconst \{ connect \} = require\('@lading\/client'\);\r\n\/\/ Containers\.\r\n/);
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('a pipe and a folder are refused, and not read', () => {
  const folder = temporary();
  const pipe = join(folder, 'pipe.mjs');
  execFileSync('mkfifo', [pipe]);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect([main([pipe]), main([folder])]).toEqual([2, 2]);
  expect(errors.mock.calls.flat()).toEqual(
    [pipe, folder].map((path) => expect.stringContaining(`${path} is no regular file`) as string),
  );
});

test('a program that is nested too deeply is an error without a stack', () => {
  const path = join(temporary(), 'deep.mjs');
  const depth = 20_000;
  const text = `import Docker from 'dockerode';\nconst docker = new Docker();\n${'('.repeat(depth)}1${')'.repeat(depth)};\n`;
  writeFileSync(path, text);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(main(['--write', path])).toBe(2);
  expect(errors.mock.calls).toEqual([[expect.stringMatching(/^lading-migrate: .*nested too deeply; leave it out\.$/)]]);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

/** Runs the command with a fault at a call that writes: an error of that one, or with `EDEAD` of it and all later ones. */
function withFault(at: number, code: string, args: readonly string[]) {
  const originals = (['writeFileSync', 'renameSync', 'rmSync'] as const).map((name) => [name, fs[name]] as const);
  let calls = 0;
  let refused = '';
  for (const [name, original] of originals) {
    const failing = (...given: readonly unknown[]): unknown => {
      calls += 1;
      if (calls !== at && (code !== 'EDEAD' || calls < at)) return Reflect.apply(original, fs, given);
      if (calls === at) refused = name;
      // What was written so far remains.
      if (name === 'writeFileSync' && calls === at) Reflect.apply(original, fs, [given[0], 'import']);
      throw Object.assign(new Error(`${code}: no space left on device`), { code, syscall: 'write' });
    };
    Object.assign(fs, { [name]: failing });
  }
  syncBuiltinESMExports();
  try {
    return { status: main(args), calls, refused };
  } finally {
    for (const [name, original] of originals) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
}

test.each(['ENOSPC', 'EDEAD'])(
  '%s at a call that writes: each file is whole, and the next run completes them',
  (code) => {
    const text = "import Docker from 'dockerode';\nconst docker = new Docker();\nawait docker.ping();\n";
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const refusals: string[] = [];
    for (let at = 1; ; at += 1) {
      const folder = temporary();
      const paths = ['a.ts', 'b.ts'].map((name) => join(folder, name));
      for (const path of paths) writeFileSync(path, text);
      const texts = () => paths.map((path) => readFileSync(path, 'utf8'));
      const { status, calls, refused } = withFault(at, code, ['--write', ...paths]);
      if (calls < at) break;
      refusals.push(refused);
      expect([status, String(errors.mock.lastCall)]).toEqual([2, expect.stringContaining(code)]);
      if (code === 'ENOSPC' && refused !== 'rmSync') expect(readdirSync(folder)).toEqual(['a.ts', 'b.ts']);
      // A full disk leaves every file as it was.
      if (refused === 'writeFileSync') expect(texts()).toEqual([text, text]);
      for (const one of texts())
        expect(one === text || /^import \{ connect[^]*close\(\);\n$/.test(one), one).toBe(true);
      expect(main(['--write', ...paths])).toBe(0);
      for (const one of texts()) expect(one).toContain('@lading/client');
      expect(readdirSync(folder)).toEqual(['a.ts', 'b.ts']);
    }
    expect(refusals).toEqual(expect.arrayContaining(['writeFileSync', 'renameSync', 'rmSync']));
  },
);
