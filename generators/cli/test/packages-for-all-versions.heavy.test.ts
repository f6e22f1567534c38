/** Packages for all versions: what is generated for them, kept up to date and refused. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { putThings } from '../../testing/things.js';
import type { LadingConfig } from '../../generate/config/config.js';
import { ladingHere } from './testing/lading-here.js';

const folder = temporaryFolder();
const config: LadingConfig = {
  spec: 'spec',
  emitters: [
    ['types', { paths: false }],
    ['client', { runtime: 'engine' }],
    ['server', { dialect: 'engine' }],
    ['conversion', { ignoresUnknown: true }],
    ['clients', { folder: 'packages/client' }],
    ['servers', { folder: 'packages/server' }],
  ],
  out: 'packages',
  workspace: false,
};
const handwritten = { name: '@lading/client', dependencies: { tar: '^7.0.0' } };

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  putThings(folder);
  put('packages/client/package.json', handwritten);
});

function put(path: string, content: object): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(content));
}

function text(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** Adds version 1.1 to the specification, and describes what it adds. */
async function bump() {
  const result = await ladingHere('bump', join(folder, 'acme-1.1.yaml'), '--spec', join(folder, 'spec'));
  const overlay = 'spec/overlays/v1.1.yaml';
  const described = text(overlay).replace('type: integer', 'type: integer\n        description: How large it is.');
  writeFileSync(join(folder, overlay), described);
  return result;
}

function generate(more: object = {}, ...args: readonly string[]) {
  put('lading.config.json', { ...config, ...more });
  return ladingHere('generate', '--quiet', '--config', join(folder, 'lading.config.json'), ...args);
}

it('a bump moves the modules and the dependencies of packages for all versions', async () => {
  expect(await generate()).toEqual({ status: 0, output: '' });
  expect(text('packages/client/gen/engine.ts')).toContain('CommonGroups<[EngineOfV10]> {');
  const { status, output } = await bump();
  expect({ status, packages: /packages[\\/](client|server)/.exec(output) }).toEqual({ status: 0, packages: null });
  expect(await generate()).toEqual({ status: 0, output: '' });
  expect(text('packages/client/gen/engine.ts')).toContain('CommonGroups<[EngineOfV11, EngineOfV10]> {');
  expect(text('packages/server/gen/create-server.ts')).toContain('export function createServerV10(');
  // The versions differ in a property that needs no hook.
  expect(text('packages/server/gen/create-server.ts')).toContain("from '@lading/conversion-v1.1'");
  expect(JSON.parse(text('packages/client/package.json'))).toEqual({
    ...handwritten,
    dependencies: { '@lading/client-v1.0': '^1.0.0', '@lading/client-v1.1': '^1.1.0', tar: '^7.0.0' },
  });
  expect(await generate({}, '--check')).toMatchObject({ status: 0 });
});

it('the package of a version that no longer exists is removed, and another of a similar name stays', async () => {
  const others = { '@lading/client-vault': '^1.0.0', '@lading/clients-v1.0': '^1.0.0', '@other/client-v0.9': '^0.9.0' };
  put('packages/client/package.json', { dependencies: { '@lading/client-v0.9': '^0.9.0', ...others } });
  expect(await generate()).toEqual({ status: 0, output: '' });
  expect(JSON.parse(text('packages/client/package.json'))).toEqual({
    dependencies: { '@lading/client-v1.0': '^1.0.0', ...others },
  });
});

it('a check names a package.json that lacks a version', async () => {
  await generate();
  put('packages/client/package.json', handwritten);
  const { status, output } = await generate({}, '--check');
  expect({ status, output }).toEqual({
    status: 3,
    output: 'stale     client/package.json\n1 files differ; run lading generate.\n',
  });
  expect(JSON.parse(text('packages/client/package.json'))).toEqual(handwritten);
});

it('another output folder gets the modules, and needs no package', async () => {
  const out = join(folder, 'elsewhere');
  expect(await generate({}, '--out', out)).toEqual({ status: 0, output: '' });
  expect(existsSync(join(out, 'client/gen/engine.ts'))).toBe(true);
  expect(JSON.parse(text('packages/client/package.json'))).toEqual(handwritten);
});

const client = ['client', { runtime: 'engine' }] as const;

it.each([
  ['without packages of its kind', { emitters: ['types', 'clients'] }, 'emitters/1: There are no packages'],
  ['of servers without servers', { emitters: ['servers'] }, 'emitters/0: There are no packages'],
  ['of references without references', { emitters: ['references'] }, 'emitters/0: There are no packages'],
  ['in a generated workspace', { workspace: true }, 'emitters/4: The package of "clients" is handwritten'],
  [
    'outside the output folder',
    { emitters: [client, ['clients', { folder: 'client' }]] },
    'emitters/1/1/folder: The folder client of "clients" is outside',
  ],
  [
    'that is the output folder',
    { emitters: [client, ['clients', { folder: 'packages' }]] },
    'emitters/1/1/folder: The folder packages of "clients" is outside',
  ],
  [
    'in the folder of a version',
    { emitters: [client, ['clients', { folder: 'packages/v1.0/client' }]] },
    ': The folder of "clients"',
  ],
  ['of no known kind', { emitters: ['klients'] }, 'emitters/0: Unknown emitter "klients"'],
])('a package %s is an error', async (_title, more, message) => {
  const { status, output } = await generate(more);
  const [place, sentence] = message.split(': ');
  expect(status).toBe(1);
  expect(output).toMatch(new RegExp(`^CONFIG_STRUCTURE: ${sentence}.*${place}`));
  expect(existsSync(join(folder, 'packages/.lading.sha256'))).toBe(false);
});

it('a package.json that is none is an error, and nothing is written', async () => {
  put('packages/client/package.json', []);
  const { status, output } = await generate();
  expect(status).toBe(1);
  expect(output).toMatch(/^DOCUMENT_STRUCTURE: .*client[\\/]package\.json/);
  expect(existsSync(join(folder, 'packages/.lading.sha256'))).toBe(false);
});

it('a package of clients for any API is an error', async () => {
  const { status, output } = await generate({ emitters: ['client', 'clients'] });
  expect(status).not.toBe(0);
  expect(output).toMatch(/^CONFIG_STRUCTURE: Only clients of an engine .*lading\.config\.json#\/emitters\/1\)/);
});

it('a package of servers of any API serves the versions that overlays convert from', async () => {
  const hooks = { package: '@acme/hooks', version: '^1.0.0' };
  const emitters = ['server', ['conversion', { hooks }], ['servers', { folder: 'packages/server' }]];
  expect(await bump()).toMatchObject({
    status: 0,
  });
  expect(await generate({ emitters })).toEqual({ status: 0, output: '' });
  const generated = text('packages/server/gen/create-server.ts');
  expect(generated).toMatch(/function createServer\(\s*handlers: HandlersV11,\s*options: ServerOptions\w* = \{\}/);
  expect(generated).toContain("const conversions = [{ client: '1.0', engine: '1.1', load: ");
  expect(generated).toMatch(
    /return createStandardServer\(contract\w*, handlers, \{ serves, \.\.\.options, conversions \}\)/,
  );
});

it('a package of servers of an engine loads the conversions and contracts of all versions', async () => {
  const conversions = { package: '@acme/conversions', version: '^1.0.0' };
  const servers = ['servers', { folder: 'packages/server', conversions }];
  const more = { emitters: [['server', { dialect: 'engine' }], servers] };
  put('packages/server/package.json', { dependencies: { '@lading/conversion-v1.1': '^1.1.0' } });
  expect(await generate(more)).toEqual({ status: 0, output: '' });
  const generated = text('packages/server/gen/create-server.ts');
  expect(generated).toContain("import { contracts } from '@acme/conversions/contracts';");
  expect(generated).toContain("const serves = otherVersions(contracts, '1.0');");
  expect(generated).toContain("providersOf((await import('@acme/conversions')).steps)");
  expect(generated).not.toContain('import { newerClients');
  expect(JSON.parse(text('packages/server/package.json'))).toEqual({
    dependencies: { '@acme/conversions': '^1.0.0', '@lading/server-v1.0': '^1.0.0' },
  });
  expect(await generate({ emitters: ['server', servers] })).toMatchObject({
    output: expect.stringMatching(/^CONFIG_STRUCTURE: Only servers of an engine load .*#\/emitters\/1/) as string,
  });
});

it('a package of conversions contains those of all versions and their contracts, and needs no packages of versions', async () => {
  expect(await bump()).toMatchObject({
    status: 0,
  });
  const conversions = ['conversions', { folder: 'packages/conversions', ignoresUnknown: true }];
  const more = { emitters: [conversions], out: 'packages/conversions' };
  expect(await generate(more)).toEqual({ status: 0, output: '' });
  const files = readdirSync(join(folder, 'packages/conversions'), { recursive: true, encoding: 'utf8' });
  const contracts = ['operations/thing', 'schemas/operations/thing', 'schemas/thing'];
  expect(files.filter((file) => file.endsWith('.ts')).sort()).toEqual(
    ['clients', 'index', 'rules/thing']
      .map((file) => `gen/v1.1/${file}.ts`)
      .concat(
        'gen/index.ts',
        'gen/runtime.ts',
        'gen/contracts.ts',
        'gen/operations.ts',
        'gen/v1.0/contract.ts',
        'gen/v1.1/contract.ts',
      )
      .concat(contracts.flatMap((file) => [`gen/v1.0/${file}.ts`, `gen/v1.1/${file}.ts`]))
      // Both versions have the same operation.
      .filter((file) => file !== 'gen/v1.1/operations/thing.ts')
      .sort(),
  );
  expect(text('packages/conversions/gen/operations.ts')).toContain('readonly Operation[] = [thingList];');
  const index = text('packages/conversions/gen/index.ts');
  expect(index).toContain("import type { ConversionStep } from '@lading/runtime-conversion';");
  expect(index).toMatch(/older: '1\.0',\s+newer: '1\.1',\s+olderClients: olderClients,/);
  expect(await generate(more, '--check')).toMatchObject({ status: 0 });
  expect(await generate({ emitters: [] })).toMatchObject({
    output: expect.stringMatching(/^CONFIG_STRUCTURE: The list of emitters is empty .*#\/emitters/) as string,
  });
});

it('a package of conversions imports the contracts of versions that have packages', async () => {
  expect(await bump()).toMatchObject({ status: 0 });
  put('packages/conversions/package.json', { name: '@lading/conversions', dependencies: { tar: '^7.0.0' } });
  const conversions = ['conversions', { folder: 'packages/conversions' }];
  const more = { emitters: ['contract', conversions], out: 'packages', emittersByVersion: { '1.1': [] } };
  expect(await generate(more)).toEqual({ status: 0, output: '' });
  const contracts = text('packages/conversions/gen/contracts.ts');
  expect(contracts).toContain("'1.1': async () => (await import('./v1.1/contract.js')).contract,");
  expect(contracts).toContain("'1.0': async () => (await import('@lading/contract-v1.0')).contract,");
  expect(existsSync(join(folder, 'packages/conversions/gen/v1.0'))).toBe(false);
  const dependencies = { '@lading/contract-v1.0': '^1.0.0', tar: '^7.0.0' };
  expect(JSON.parse(text('packages/conversions/package.json'))).toMatchObject({ dependencies });
  expect(await generate(more, '--check')).toMatchObject({ status: 0 });
});

it('a package of conversions lists the operations of all versions, also those that were removed', async () => {
  for (const [version, added] of Object.entries({ '2.0': 'ThingDrop', '2.1': 'ThingMake' })) {
    const operations = ['ThingList', added].map((operationId) => {
      const content = { 'application/x-ndjson': { schema: { type: 'object' } } };
      const responses = {
        200: { description: 'Things.', content: operationId === 'ThingMake' ? content : {} },
        ...(operationId === 'ThingDrop' && {
          101: { description: 'A connection.', 'x-lading-stream': { kind: 'upgrade' } },
        }),
      };
      return [`/${operationId}`, { get: { operationId, tags: ['Thing'], responses } }];
    });
    const document = { openapi: '3.1.0', info: { title: 'Things', version }, paths: Object.fromEntries(operations) };
    writeFileSync(join(folder, `${version}.json`), JSON.stringify(document));
  }
  const settings = {
    documents: ['2.0.json', '2.1.json'],
    emitters: [['conversions', { folder: 'pair' }]],
    workspace: false,
  };
  writeFileSync(join(folder, 'pair.json'), JSON.stringify({ ...settings, out: 'pair' }));
  const config = join(folder, 'pair.json');
  expect(await ladingHere('generate', '--quiet', '--config', config)).toEqual({ status: 0, output: '' });
  const operations = text('pair/gen/operations.ts');
  expect(operations).toContain('[thingList, thingMake, thingDrop]');
  expect(operations).toContain("streamOperations: readonly string[] = ['ThingMake'];");
  expect(operations).toContain("upgradeOperations: readonly string[] = ['ThingDrop'];");
});
