/** The example as users run it: clients of two versions call a generated server, and decode what it sends. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../cli/main.js';
import { ladingIn } from '../../cli/test/testing/lading-in.js';
import { slashed } from '../../document/path.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);
const folder = temporaryFolder();
const generated = join(folder, 'python/generated');
const socket = join(folder, 'kiosk.sock');
let server: ChildProcess | undefined;
afterAll(() => {
  server?.kill();
});

const python = ['python3', '/usr/bin/python3'].find(
  (command) => run(command, 'import sys; assert sys.version_info >= (3, 10)').status === 0,
);
if (python === undefined) {
  const message = 'Python 3.10 is not installed (apt-get install python3)';
  // Where PyYAML is required, so is Python.
  if (process.env['LADING_PYYAML_REQUIRED'] === '1') throw new Error(message);
  console.warn(`SKIPPED: the Python clients: ${message}`);
}

function run(command: string, program: string, ...args: readonly string[]) {
  const path = ['v1.0', 'v1.1'].map((version) => join(generated, version, 'python/gen')).join(':');
  const env = { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' };
  const { status, stdout, stderr } = spawnSync(command, ['-c', program, ...args], { encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

const program = `
import { NotFound } from '@lading/runtime-server';
import { createServer } from '@example/server-v1.1';

const tickets = new Map();
const ticket = {
  list: ({ query }) => [...tickets.values()].filter(({ status }) => (query.status ?? status) === status),
  create: ({ body }) => {
    const made = { number: tickets.size + 1, status: 'waiting', ahead: tickets.size, ...body };
    tickets.set(made.number, made);
    return made;
  },
  events: async function* () { yield* [...tickets.values()].map((one) => ({ ...one, status: 'called' })); },
  delete: ({ path }) => { if (!tickets.delete(path.number)) throw new NotFound('no such ticket'); },
};
const server = createServer({ ticket });
const { address } = await server.listen({ port: 0 });
await createServer({ ticket }).listen({ path: process.argv[2] });
console.log(address);
`;

beforeAll(async () => {
  cpSync(here, join(folder, 'python'), { recursive: true });
  cpSync(join(here, '../kiosk.yaml'), join(folder, 'kiosk.yaml'));
  const config = join(folder, 'python/lading.config.json');
  expect(await main(['generate', '--quiet', '--config', config])).toBe(0);
});

/** Generates, compiles and starts a server. @returns its address */
async function startServer(): Promise<string> {
  const out = join(folder, 'server');
  const config = {
    documents: ['kiosk.yaml'],
    overlays: ['python/later.yaml'],
    emitters: ['server'],
    scope: '@example',
    out,
  };
  writeFileSync(join(folder, 'server.config.json'), JSON.stringify(config));
  expect(await main(['generate', '--quiet', '--config', join(folder, 'server.config.json')])).toBe(0);
  mkdirSync(join(out, 'node_modules/@example'), { recursive: true });
  for (const version of ['v1.0', 'v1.1'])
    for (const kind of ['types', 'contract', 'server'])
      symlinkSync(join(out, version, kind), join(out, `node_modules/@example/${kind}-${version}`));
  symlinkSync(join(here, '../../../node_modules/@lading'), join(out, 'node_modules/@lading'));
  symlinkSync(join(here, '../../../node_modules/@types'), join(out, 'node_modules/@types'));
  const tsc = join(dirname(require.resolve('typescript7/package.json')), 'bin/tsc');
  const compiled = spawnSync(process.execPath, [tsc, '--build', '--singleThreaded'], { cwd: out, encoding: 'utf8' });
  expect(compiled.stdout).toBe('');
  writeFileSync(join(out, 'server.mjs'), program);
  server = spawn(process.execPath, ['server.mjs', socket], { cwd: out, stdio: ['ignore', 'pipe', 'inherit'] });
  return await new Promise((resolve, reject) => {
    server?.stdout?.once('data', (data) => resolve(String(data).trim()));
    server?.once('exit', () => reject(new Error('The server ended')));
  });
}

describe.skipIf(python === undefined)('the Python clients', () => {
  it('call a server of their version and of a later one', async () => {
    const address = await startServer();
    const wanted = `Ticket(number=1, queue='bakery', status='waiting', note=None)
[Ticket(number=1, queue='bakery', status='waiting', note=None, ahead=0)]
1 called
404
`;
    const text = readFileSync(join(here, 'program.py'), 'utf8');
    expect(run(python ?? '', text, address)).toEqual({ status: 0, output: wanted });
    expect(run(python ?? '', text, `unix://${slashed(socket)}`)).toEqual({ status: 0, output: wanted });
  });

  it('import the classes that did not change from the earlier version', () => {
    const text = readFileSync(join(generated, 'v1.1/python/gen/kiosk_v1_1/models.py'), 'utf8');
    expect(text).toContain('from kiosk_v1_0.models import (\n    TicketCreateRequest as TicketCreateRequest,\n');
    expect(text).not.toContain('class TicketCreateRequest');
    expect(text).toContain('class Ticket:');
  });

  it('report what does not have the type of the document, with its place', () => {
    const decoding = `from kiosk_v1_1.models import *
from kiosk_v1_1.runtime import decode
import json, sys
try: print(decode(List[Ticket], json.loads(sys.argv[1])))
except TypeError as error: print(error)`;
    const decoded = (value: unknown) => run(python ?? '', decoding, JSON.stringify(value)).output.trim();
    const ticket = { number: 1, queue: 'a', status: 'waiting', other: 1 };
    expect(decoded([ticket])).toBe("[Ticket(number=1, queue='a', status='waiting', note=None, ahead=None)]");
    expect(decoded([ticket, { ...ticket, status: 'lost' }])).toMatch(/^\$\[1\]\.status is "lost", and not .*Literal/);
    expect(decoded([{ number: true }])).toBe('$[0].number is true, and not int');
    expect(decoded([{ number: 1 }])).toBe('$[0].queue is missing');
  });

  it('are data only, whatever a document contains', async () => {
    const hostile = '"""\n\'\'\'\\"; print("planted") #\u2028{print("planted")}\u202e';
    const words = ['class', 'self', 'str', 'a-b', 'a_b', 'None', '__init__', '1', '', hostile];
    const property = (word: string) => ({ type: 'string', description: hostile, enum: [word, hostile] });
    const properties = Object.fromEntries(words.map((word) => [word, property(word)]));
    const schema = { type: 'object', description: hostile, properties, required: ['class', hostile] };
    const parameter = (name: string, place: string) => ({
      name,
      in: place,
      required: place === 'path',
      schema: { type: 'string' },
    });
    const operation = {
      operationId: 'import',
      summary: hostile,
      tags: [hostile],
      parameters: [
        parameter('class', 'path'),
        ...words.filter((word) => word !== '').map((word) => parameter(word, 'query')),
      ],
      responses: { 200: { description: '', content: { 'application/json': { schema } } } },
    };
    const document = {
      openapi: '3.1.0',
      info: { title: hostile, version: '1.0' },
      servers: [{ url: '/"+print("planted")+"' }],
      paths: { '/a"{class}"+print("planted")+"': { get: operation } },
      components: { schemas: Object.fromEntries(['List', 'a_b', 'a-b', 'class', '1'].map((name) => [name, schema])) },
    };
    writeFileSync(join(folder, 'python/hostile.json'), JSON.stringify(document));
    const config = { documents: ['hostile.json'], emitters: ['./emitter.ts'], out: 'hostile', workspace: false };
    writeFileSync(join(folder, 'python/hostile.config.json'), JSON.stringify(config));
    expect(await main(['generate', '--quiet', '--config', join(folder, 'python/hostile.config.json')])).toBe(0);
    const loading = `import sys, pathlib, importlib, json
gen = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(gen))
[module] = [one.name for one in gen.iterdir()]
models, client, runtime = (importlib.import_module(f'{module}.{name}') for name in ('models', 'client', 'runtime'))
words = json.loads(sys.argv[2])
for name, one in vars(models).items():
    if isinstance(one, type) and one.__module__ == models.__name__:
        value = {word: word for word in words}
        assert runtime.encode(runtime.decode(one, value)) == value
        print(name)
client.Client('http://localhost')`;
    const ran = run(python ?? '', loading, join(folder, 'python/hostile/v1.0/python/gen'), JSON.stringify(words));
    expect(ran).toEqual({ status: 0, output: 'X1\nList_\na_b\na_b_\nclass_\nImportResponse2\n' });
  });
});

describe.skipIf(python === undefined)('a program as an emitter', () => {
  const page = readFileSync(join(here, '../../docs/write-an-emitter.md'), 'utf8');
  const section = page.slice(page.indexOf('## Emitters in other languages')).split('\n## ')[0] ?? '';
  const blocks = [...section.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)];
  const own = join(folder, 'program');

  /** Generates as the page says, with another text of the program. @returns what is printed */
  async function generate(program?: string, command?: string): Promise<string> {
    for (const [, file = '', content = ''] of blocks) {
      mkdirSync(dirname(join(own, file)), { recursive: true });
      writeFileSync(join(own, file), content.replace('"python3"', JSON.stringify(command ?? python)));
    }
    cpSync(join(here, '../kiosk.yaml'), join(own, 'api.yaml'));
    if (program !== undefined) writeFileSync(join(own, 'emitters/routes.py'), program);
    return (await ladingIn(own, 'generate', '--quiet')).stderr.trim();
  }

  it('writes the files that it prints', async () => {
    expect(await generate()).toBe('');
    expect(readFileSync(join(own, 'generated/v1.0/program/gen/routes.txt'), 'utf8')).toBe(
      'GET /tickets\nPOST /tickets\nGET /tickets/events\n',
    );
    const { stdout } = await ladingIn(own, 'ir');
    const printed = spawnSync(python ?? '', ['emitters/routes.py'], { cwd: own, input: stdout, encoding: 'utf8' });
    expect(JSON.parse(printed.stdout)).toMatchObject([{ path: 'gen/routes.txt' }]);
  });

  const failed = (reason: string) => `EMITTER_FAILED: The emitter "program" failed on version 1.0: ${reason}`;
  const invalid = (reason: string) =>
    `EMITTER_STRUCTURE: The output of the emitter "program" for version 1.0 is invalid: ${reason}.`;

  it.each([
    [
      'raises an error',
      'raise SystemExit("no route")',
      failed(`${python ?? ''} ended with 1: no route (emitters/program.ts)`),
    ],
    ['prints no JSON', 'print("routes")', failed('Unexpected token')],
    [
      'prints one file only',
      'print("{}")',
      invalid('{} is not an array (emitters/program.ts#/files). Expected: an array of files'),
    ],
    [
      'calls the text otherwise',
      `print('[{"path": "a.txt", "content": ""}]')`,
      invalid('"text" is missing (emitters/program.ts#/files/0). Add "text"'),
    ],
    [
      'writes outside of its package',
      `print('[{"path": "/etc/a.txt", "text": ""}]')`,
      invalid(
        'the path "/etc/a.txt" is absolute (emitters/program.ts#/files/0/path). Name a path in the folder of the package, such as gen/schemas.json',
      ),
    ],
  ])('that %s is an error with its place and a remedy', async (_what, program, error) => {
    expect((await generate(program)).replace(/:\d+:\d+\)/, ')')).toContain(error);
  });

  it('that does not exist is one, too', async () => {
    expect(await generate(undefined, 'no-python')).toContain(
      failed('spawnSync no-python ENOENT (emitters/program.ts:'),
    );
  });
});
