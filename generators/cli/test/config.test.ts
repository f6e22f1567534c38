/** The generator outside this repository: a configuration in another folder. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  builtInApiEmitter,
  builtInApiEmitters,
  builtInEmitter,
  builtInEmitters,
} from '../../generate/built-in-emitters.js';
import { optionsSchemaOf } from '../../generate/config/emitters.js';
import type { LadingConfig } from '../../generate/config/config.js';
import { configSchema } from '../../generate/config/load.js';
import { ladingIn } from './testing/lading-in.js';

const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const lading = (...args: readonly string[]) => ladingIn(folder, ...args);

function put(path: string, content: string | object): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

function text(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** A second version of the kiosk: tickets have a window. */
const later = {
  overlay: '1.0.0',
  info: { title: 'Kiosk 1.1', version: '1.1' },
  extends: 'kiosk.yaml',
  actions: [
    { target: '$.info', update: { version: '1.1' } },
    {
      target: "$.paths['/tickets'].post.requestBody.content['application/json'].schema.properties",
      update: { window: { type: 'integer', 'x-lading-since': '1.1' } },
    },
  ],
};

it('refuses a configuration that is a pipe, whose reading may never end', async () => {
  execFileSync('mkfifo', [join(folder, 'lading.config.mjs')]);
  expect(await lading('generate', '--config', 'lading.config.mjs')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^READ_MISSING: The file is a pipe, a socket or a device \(.*lading\.config\.mjs\)/,
    ) as string,
  });
});

it('reads the files of a document below the folder that is named for it, in every command', async () => {
  const Ticket = { $ref: '../models/ticket.yaml' };
  put('reference/api.json', {
    openapi: '3.1.0',
    info: { title: 'Kiosk', version: '1.0' },
    paths: {},
    components: { schemas: { Ticket } },
  });
  put('models/ticket.yaml', { type: 'object', properties: { number: { type: 'integer' } } });
  const configured = (document: unknown) => put('lading.config.json', { documents: [document], out: 'generated' });
  configured('reference/api.json');
  expect((await lading('generate')).stderr).toMatch(/^READ_OUTSIDE: .*name one that has both/);
  configured({ file: 'reference/api.json', folder: '.' });
  expect(await lading('generate', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect((await lading('bundle', '1.0')).stdout).toContain('number');
  for (const words of [
    ['lint'],
    ['lint', '1.0'],
    ['lint', 'reference/api.json'],
    ['diff', 'reference/api.json', '1.0'],
  ])
    expect((await lading(...words)).stderr, words.join(' ')).toBe('');
  configured({ file: 'reference/api.json', folder: 'models' });
  expect((await lading('generate')).stderr).toMatch(/^READ_OUTSIDE: "reference.api\.json" is outside/);
  configured({ file: 'https://example.org/api.json', folder: '.' });
  expect((await lading('generate')).stderr).toMatch(/^CONFIG_STRUCTURE: .*"folder" is not for a URL/);
});

describe('init', () => {
  it('writes a configuration for the documents in the folder, and generate runs it', async () => {
    cpSync(kiosk, join(folder, 'kiosk.yaml'));
    put('package.json', { name: 'mine' });
    put('notes.yaml', 'just: notes\n');
    expect(await lading('init')).toEqual({
      status: 0,
      stdout:
        'lading.config.json\n  kiosk.yaml  version 1.0\n\nNext:\n  npx lading generate\n  cd generated && npm install && npm run build\n',
      stderr: '',
    });
    expect(JSON.parse(text('lading.config.json'))).toEqual({
      documents: ['kiosk.yaml'],
      emitters: ['types'],
      out: 'generated',
    });
    expect(await lading('generate', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(text('generated/v1.0/types/gen/ticket.ts')).toContain('export interface Ticket');
    expect((await lading('generate', '--check')).status).toBe(0);
    writeFileSync(join(folder, 'kiosk.yaml'), text('kiosk.yaml').replaceAll('List tickets', 'List them'));
    expect(await lading('generate', '--check')).toMatchObject({ status: 3, stdout: expect.stringContaining('stale') });
  });

  it('takes emitters of packages and files, which generate looks for', async () => {
    cpSync(kiosk, join(folder, 'kiosk.yaml'));
    const emitters = ['client', '@lading/emit-validators', './own.js'];
    expect((await lading('init', ...emitters.flatMap((name) => ['--emitter', name]))).stderr).toBe('');
    expect(JSON.parse(text('lading.config.json'))).toMatchObject({ emitters });
  });

  it('writes the present name of an emitter that had another one, and says so', async () => {
    cpSync(kiosk, join(folder, 'kiosk.yaml'));
    expect(await lading('init', '--emitter', 'overlay', '--emitter', 'types', '--emitter', 'conversion')).toMatchObject(
      {
        status: 0,
        stderr: 'The emitter "overlay" is called "conversion", and so are its packages: write --emitter conversion.\n',
      },
    );
    expect(JSON.parse(text('lading.config.json'))).toMatchObject({ emitters: ['conversion', 'types'] });
  });

  it('writes one in TypeScript that means the same', async () => {
    cpSync(kiosk, join(folder, "it's.yaml"));
    const output = await lading(
      'init',
      '--ts',
      '--scope',
      '@acme',
      '--emitter',
      'types',
      '--emitter',
      'client',
      '--json',
    );
    expect(JSON.parse(output.stdout)).toEqual({
      file: 'lading.config.ts',
      documents: ["it's.yaml"],
      emitters: ['types', 'client'],
      scope: '@acme',
      out: 'generated',
      versions: ['1.0'],
    });
    expect(text('lading.config.ts')).toBe(`import { defineConfig } from 'lading';

export default defineConfig({
  documents: ["it's.yaml"],
  emitters: ['types', 'client'],
  scope: '@acme',
  out: 'generated',
});
`);
    expect((await lading('generate', '--quiet')).stderr).toBe('');
    expect(JSON.parse(text('generated/v1.0/client/package.json'))).toMatchObject({ name: '@acme/client-v1.0' });
  });

  it.each([
    [
      ['init'],
      'USAGE: There is no OpenAPI or Swagger document in this folder (lading init). Name one: --document FILE.\n',
    ],
    [
      ['generate'],
      'USAGE: There is no configuration in this folder or above it (lading generate). Write one: lading init. Or name a document: --document FILE --out DIR.\n',
    ],
    [
      ['init', '--document', 'no.yaml'],
      'READ_MISSING: The file does not exist or cannot be read (no.yaml). Check the path and its permissions.\n',
    ],
    [['init', '--document', 'latin1.yaml'], 'READ_SYNTAX: The file is not UTF-8 (latin1.yaml). Save it as UTF-8.\n'],
    [['init', '--documnet', 'a.yaml'], "USAGE: Unknown option '--documnet' (lading init). Write --document.\n"],
    [['inti'], "USAGE: Unknown command 'inti' (lading). Write init.\n"],
    [
      ['diff', '--json'],
      `${JSON.stringify({ problem: { code: 'USAGE', subject: "Missing required argument 'old'", place: 'lading diff', remedy: 'See lading diff --help' } })}\n`,
    ],
    [['init', '--emitter', 'tipes'], 'USAGE: Unknown emitter "tipes" (lading init). Write "types".\n'],
  ])('refuses: %s', async (args, wanted) => {
    if (args.includes('latin1.yaml'))
      writeFileSync(join(folder, 'latin1.yaml'), readFileSync(kiosk, 'utf8').replace('Kiosk', 'Café'), 'latin1');
    if (args.includes('tipes')) cpSync(kiosk, join(folder, 'kiosk.yaml'));
    const { status, stderr } = await lading(...args);
    expect({ status, stderr }).toEqual({ status: wanted.includes('USAGE') ? 2 : 1, stderr: wanted });
    expect(readdirSync(folder).filter((name) => name.startsWith('lading'))).toEqual([]);
  });

  it('leaves out other files, in whatever encoding, and folders', async () => {
    cpSync(kiosk, join(folder, 'kiosk.yaml'));
    writeFileSync(join(folder, 'latin1.yaml'), 'name: Café\n', 'latin1');
    mkdirSync(join(folder, 'folder.json'));
    expect(await lading('init')).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    [
      'latin1.yaml',
      Buffer.from('openapi: 3.1.0\ninfo: { title: Café, version: "1" }\n', 'latin1'),
      /^READ_SYNTAX: .*UTF-8/,
    ],
    ['broken.yaml', 'openapi: 3.1.0\ninfo: [\n', /^READ_SYNTAX: .*broken\.yaml/],
    ['broken.json', '{"openapi":"3.1.0","info":', /^READ_SYNTAX: .*broken\.json/],
    ['old.yaml', 'swagger: "1.2"\ninfo: { title: Old, version: "1" }\n', /^\w+: .*old\.yaml/],
    ['again.yaml', readFileSync(kiosk, 'utf8'), /^VERSION_DUPLICATE: Two documents describe version "1\.0" \(.*kiosk/],
  ])('leaves out no document in silence: %s', async (name, content, wanted) => {
    cpSync(kiosk, join(folder, 'kiosk.yaml'));
    writeFileSync(join(folder, name), content);
    const { status, stderr } = await lading('init');
    expect(stderr).toMatch(wanted);
    expect(status).toBe(1);
    expect(readdirSync(folder).filter((each) => each.startsWith('lading'))).toEqual([]);
  });

  it.each([
    ['api-1.2.yaml', 'api-1.10.yaml', '1.2', '1.10'],
    ['openapi3_v1_2.json', 'openapi3_v1_3.json', '1.2', '1.3'],
    ['2024-01-31.yaml', '2025-01-31.yaml', '2024-01-31', '2025-01-31'],
    ['v1/api.yaml', 'v2/api.yaml', '1', '2'],
  ])('takes the versions of documents of one version from their names: %s and %s', async (one, other, ...versions) => {
    for (const name of [one, other]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      cpSync(kiosk, join(folder, name));
    }
    const { status, stdout } = await lading('init', '--document', one, '--document', other);
    expect(status).toBe(0);
    expect(stdout).toContain(`  ${one}  version ${versions[0]}, from its name; the document says "1.0"\n`);
    const { documents } = JSON.parse(readFileSync(join(folder, 'lading.config.json'), 'utf8')) as LadingConfig;
    expect(documents).toEqual([one, other].map((file, index) => ({ file, version: versions[index] })));
    expect((await lading('generate', '--quiet')).stderr).not.toContain('VERSION_DUPLICATE');
  });

  it.each([
    ['a1-b1.yaml', 'a2-b2.yaml'],
    ['api-1.yaml', 'api.yaml'],
    ['api-1.yaml', 'copy-1.yaml'],
    ['v1/api.yaml', 'v1/other.yaml', 'v2/api.yaml'],
  ])('takes no versions from names that do not tell them: %s and %s', async (...names) => {
    for (const name of names) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      cpSync(kiosk, join(folder, name));
    }
    const { status, stderr } = await lading('init', ...names.flatMap((name) => ['--document', name]));
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^VERSION_DUPLICATE: .* put the versions into their names/) as string,
    });
  });

  it('does not overwrite a configuration', async () => {
    cpSync(kiosk, join(folder, 'kiosk.yaml'));
    put('lading.config.mjs', 'export default {};\n');
    expect(await lading('init')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'CONFIG_EXISTS: A configuration exists already (lading.config.mjs). Edit or remove it.\n',
    });
    put('lading.config.json', '{}\n');
    expect((await lading('generate')).stderr).toBe(
      'CONFIG_LOAD: There are several configurations (lading.config.mjs, lading.config.json). Remove all but one, or name one: --config FILE.\n',
    );
  });
});

describe('a configuration', () => {
  it('names documents, overlays, corrections, product, scope and folder', async () => {
    cpSync(kiosk, join(folder, 'api', 'kiosk.yaml'));
    put('api/later.yaml', later);
    put('api/corrections/note.yaml', {
      overlay: '1.0.0',
      info: { title: 'A note is of the vendor', version: '1.0.0' },
      'x-lading-correction': { 'applies-to': ['1.0'], evidence: 'Seen.' },
      actions: [{ target: '$.components.schemas.Ticket', update: { description: 'A ticket of Vendor.' } }],
    });
    put('lading.config.json', {
      documents: ['api/kiosk.yaml'],
      overlays: ['api/later.yaml'],
      corrections: ['api/corrections'],
      product: 'Acme',
      emitters: [['types', { paths: false }], 'client'],
      scope: '',
      packageName: 'kiosk-{kind}-{version}',
      out: 'bindings',
      workspace: false,
    });
    expect(await lading('generate', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(text('bindings/v1.0/types/gen/ticket.ts')).toContain('A ticket of Acme.');
    expect(JSON.parse(text('bindings/v1.1/client/package.json'))).toMatchObject({
      name: 'kiosk-client-1.1',
      scripts: { build: 'tsc --build' },
      dependencies: { 'kiosk-client-1.0': '^1.0.0', 'kiosk-types-1.1': '^1.1.0' },
    });
    expect(text('bindings/v1.1/types/gen/index.ts')).toContain("from 'kiosk-types-1.0'");
    expect(text('bindings/v1.1/types/gen/ticket.ts')).toContain('window?: number');
    expect(existsSync(join(folder, 'bindings/package.json'))).toBe(false);
    expect(existsSync(join(folder, 'bindings/v1.0/types/gen/paths.ts'))).toBe(false);
  });

  it('decides that a workspace installs the runtimes from the registry', async () => {
    cpSync(kiosk, join(folder, 'kiosk.yaml'));
    put('lading.config.json', {
      documents: ['kiosk.yaml'],
      emitters: ['contract'],
      runtimes: 'registry',
    });
    expect((await lading('generate', '--quiet')).status).toBe(0);
    expect(existsSync(join(folder, 'generated/vendor'))).toBe(false);
    expect(JSON.parse(text('generated/package.json'))).not.toHaveProperty('dependencies');
  });

  it.each([
    ['the compiler', {}, { build: 'tsc --build', typecheck: 'tsc --build' }, undefined],
    [
      'the given command',
      { build: 'node ../../build.mjs' },
      { build: 'node ../../build.mjs', typecheck: 'tsc -p . --noEmit --composite false' },
      true,
    ],
  ])('packages of an existing workspace are built by %s', async (_by, build, scripts, emitDeclarationOnly) => {
    cpSync(kiosk, join(folder, 'kiosk.yaml'));
    put('lading.config.json', { documents: ['kiosk.yaml'], emitters: ['types'], workspace: false, ...build });
    expect((await lading('generate', '--quiet')).stderr).toBe('');
    expect(JSON.parse(text('generated/v1.0/types/package.json'))).toMatchObject({ scripts });
    const { compilerOptions } = JSON.parse(text('generated/v1.0/types/tsconfig.json')) as { compilerOptions: object };
    expect(compilerOptions).toMatchObject({ declaration: true });
    expect((compilerOptions as { emitDeclarationOnly?: boolean }).emitDeclarationOnly).toBe(emitDeclarationOnly);
  });

  it('cannot have another command build a generated workspace', async () => {
    cpSync(kiosk, join(folder, 'kiosk.yaml'));
    put('lading.config.json', { documents: ['kiosk.yaml'], build: 'node build.mjs' });
    expect((await lading('generate')).stderr).toBe(
      'CONFIG_STRUCTURE: A generated workspace is built by the compiler, and not by another command (lading.config.json#/build). Set "workspace" to false, or remove "build".\n',
    );
  });

  it('can be used from another folder, with paths relative to its own', async () => {
    cpSync(kiosk, join(folder, 'mine', 'kiosk.yaml'));
    put('mine/lading.config.json', { documents: ['kiosk.yaml'] });
    expect((await lading('generate', '--quiet', '--config', 'mine/lading.config.json')).status).toBe(0);
    expect(existsSync(join(folder, 'mine/generated/v1.0/types/gen/ticket.ts'))).toBe(true);
  });

  it('names the versions of documents that state the same one', async () => {
    cpSync(kiosk, join(folder, 'old.yaml'));
    writeFileSync(join(folder, 'new.yaml'), text('old.yaml').replaceAll('List tickets', 'List the tickets'));
    const documents = [{ file: 'old.yaml', version: '0.9' }, 'new.yaml'];
    put('lading.config.json', { documents, emitters: [['types', { paths: false }]] });
    expect(await lading('generate', '--quiet')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readdirSync(join(folder, 'generated')).filter((name) => name.startsWith('v'))).toEqual(['v0.9', 'v1.0']);
    expect(text('generated/v0.9/types/gen/index.ts')).toContain('The types of API version 0.9');
    expect((await lading('ir', '0.9')).stdout).toContain('"version": "0.9"');
  });

  it('has a schema with the options of every built-in emitter, which "vitest --update" writes', async () => {
    const emitters = await Promise.all([
      ...builtInEmitters.map(builtInEmitter),
      ...builtInApiEmitters.map(builtInApiEmitter),
    ]);
    const schema = configSchema() as { definitions: { emitter: object } };
    const allOf = emitters.flatMap((emitter) => {
      const options = emitter && optionsSchemaOf(emitter);
      if (options === undefined) return [];
      return [{ if: { type: 'array', items: [{ const: emitter?.name }] }, then: { items: [true, options] } }];
    });
    const definitions = { ...schema.definitions, emitter: { ...schema.definitions.emitter, allOf } };
    const file = fileURLToPath(new URL('../../config.schema.json', import.meta.url));
    const settings = { ...(await resolveConfig(file)), parser: 'json' };
    const composed = await format(JSON.stringify({ ...schema, definitions }), settings);
    await expect(composed).toMatchFileSnapshot(file);
  });

  it('has a schema that names every emitter and every key', async () => {
    const { properties } = configSchema() as { properties: Record<string, { description: string }> };
    for (const kind of [...builtInEmitters, ...builtInApiEmitters])
      expect(properties['emitters']?.description).toContain(`"${kind}"`);
    const source = readFileSync(new URL('../../generate/config/config.ts', import.meta.url), 'utf8');
    const [, config = ''] = source.split('export interface LadingConfig');
    const keys = [...config.matchAll(/^ {2}readonly (\S+)\?:/gm)].map(([, key]) => key);
    expect(Object.keys(properties).sort()).toEqual(keys.sort());
  });
});
