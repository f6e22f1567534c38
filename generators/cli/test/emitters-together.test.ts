/** Custom emitters beside others: what they need of each other, their options, and packages in other languages. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  const schemas = '{ Box: { type: object, properties: { Id: { type: string } } }, Lid: { type: string } }';
  put(
    'api.yaml',
    `openapi: 3.1.0\ninfo: { title: Box, version: "1.0" }\npaths: {}\ncomponents: { schemas: ${schemas} }\n`,
  );
  put(
    'later.yaml',
    `overlay: 1.0.0\ninfo: { title: Box, version: '1.1' }\nextends: api.yaml\nactions:\n  - { target: $.info, update: { version: '1.1' } }\n  - { target: $.components.schemas.Box.properties, update: { Size: { type: integer } } }\n`,
  );
});

function put(path: string, content: string | object): void {
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
}

function text(path: string): string {
  return readFileSync(join(folder, 'generated', path), 'utf8');
}

/** Generates two versions with these emitters, by name, each given as the text of its object. @returns the error */
async function generate(
  emitters: Readonly<Record<string, string>>,
  entries: readonly unknown[] = Object.keys(emitters).map((name) => `./${name}.js`),
): Promise<string> {
  for (const [name, module] of Object.entries(emitters))
    put(`${name}.js`, `import { defineEmitter, mention } from 'lading/emitter';\nexport default ${module};\n`);
  put('lading.config.json', { documents: ['api.yaml'], overlays: ['later.yaml'], emitters: entries });
  const { stderr } = await ladingIn(folder, 'generate', '--quiet', '--no-paths');
  return stderr.trim();
}

/** Declares a constant for each schema, and offers its symbol. */
const names = `defineEmitter()({
  name: 'names',
  emit({ api, symbol }) {
    const symbols = new Map(api.schemas.filter(({ named }) => named).map((schema) => [schema.name, symbol('name' + schema.name, 'names')]));
    const declarations = api.schemas.filter(({ named }) => named).map((schema) => {
      const one = symbols.get(schema.name);
      return { symbols: [one], statements: ['export const ' + one.name + ' = ' + JSON.stringify(Object.keys(schema.type.fields ?? {}).length + schema.name) + ';'] };
    });
    return { declarations, manifest: { description: 'Names' }, symbols: { of: (name) => symbols.get(name) } };
  },
})`;

const users = `defineEmitter()({
  name: 'users',
  needs: ['names'],
  emit: ({ symbol, needs: { names } }) => ({
    declarations: ['Box', 'Lid'].map((name) => ({
      symbols: [symbol('use' + name, 'use')],
      statements: ['export const use' + name + ' = [' + mention(names.of(name)) + '];'],
    })),
    manifest: { description: 'Users of names' },
  }),
})`;

describe('an emitter that needs another custom one', () => {
  it('mentions its symbols, depends on its package, and shares declarations between versions', async () => {
    // The needed emitter is listed last: it runs first all the same.
    expect(await generate({ users, names })).toBe('');
    expect(text('v1.0/users/gen/use.ts')).toContain("import { nameBox, nameLid } from '@lading/names-v1.0';");
    expect(JSON.parse(text('v1.1/users/package.json'))).toMatchObject({
      dependencies: { '@lading/names-v1.1': '^1.1.0', '@lading/users-v1.0': '^1.0.0' },
    });
    expect(text('v1.1/names/gen/index.ts')).toContain("export { nameLid } from '@lading/names-v1.0';");
    expect(text('v1.1/users/gen/index.ts')).toContain("export { useLid } from '@lading/users-v1.0';");
  });

  it('says so if it is not there', async () => {
    expect(await generate({ users })).toBe(
      'EMITTER_STRUCTURE: The emitter "users" needs "names", which is neither built in nor in "emitters" of the configuration (users.js). Name one of types, contract, client, server, docs, conversion, openapi, users, or add the emitter to lading.config.json.',
    );
    expect(await generate({ users: users.replace("['names']", "['type']") })).toBe(
      'EMITTER_STRUCTURE: The emitter "users" needs "type", which is neither built in nor in "emitters" of the configuration (users.js). Write "types", or add the emitter to lading.config.json.',
    );
  });

  it('says so if that offers no symbols', async () => {
    expect(
      await generate({
        users,
        names: names.replace(/, symbols: \{.*\}\) \}/, '').replace(/, symbols: \{ of.*? \};/, ' };'),
      }),
    ).toBe(
      'EMITTER_STRUCTURE: The output of the emitter "names" for version 1.0 is invalid: it has no "symbols", which the emitter "users" needs (names.js). Return "symbols" from "emit".',
    );
  });

  it('says so if they need each other', async () => {
    const one = (name: string, other: string) => `{ name: '${name}', needs: ['${other}'], emit: () => ({}) }`;
    expect(await generate({ one: one('one', 'two'), two: one('two', 'one') })).toBe(
      'EMITTER_STRUCTURE: Emitters need each other: one → two → one (one.js). Remove one of these needs.',
    );
    expect(await generate({ one: one('one', 'one') })).toBe(
      'EMITTER_STRUCTURE: The emitter "one" needs itself (one.js). Use "base" of the request for the extended version.',
    );
  });
});

describe('the options of an emitter', () => {
  const sized = `defineEmitter()({
  name: 'sized',
  options: { type: 'object', additionalProperties: false, properties: { size: { type: 'integer', description: 'A number.' } } },
  emit: ({ options }) => ({ files: [{ path: 'gen/size.txt', text: String(options.size ?? 0) }] }),
})`;

  it('are in the configuration beside it', async () => {
    expect(await generate({ sized }, [['./sized.js', { size: 3 }]])).toBe('');
    expect(text('v1.0/sized/gen/size.txt')).toBe('3');
    expect(await generate({ sized })).toBe('');
    expect(text('v1.0/sized/gen/size.txt')).toBe('0');
  });

  it.each([
    [
      'of a wrong type',
      { size: 'large' },
      '"large" is not an integer (lading.config.json#/emitters/0/1/size). Expected: a number.',
    ],
    ['that do not exist', { sizes: 1 }, 'Unknown key "sizes" (lading.config.json#/emitters/0/1/sizes). Write "size".'],
  ])('%s are an error with its place', async (_title, options, error) => {
    expect(await generate({ sized }, [['./sized.js', options]])).toBe(`CONFIG_STRUCTURE: ${error}`);
  });

  it('need a schema', async () => {
    expect(await generate({ names }, [['./names.js', { size: 1 }]])).toBe(
      'CONFIG_STRUCTURE: The emitter "names" has no options (lading.config.json#/emitters/0). Remove them, or declare their JSON Schema in "options" of the emitter.',
    );
  });
});

describe('a package in another language', () => {
  const python = `defineEmitter()({
  name: 'python',
  emit: ({ api, folder }) => ({
    files: [
      { path: 'boxes/__init__.py', text: 'VERSION = ' + JSON.stringify(api.version) + '\\n' },
      { path: 'boxes/data.bin', text: Buffer.from([0, 255, 128]).toString('base64'), encoding: 'base64' },
      { path: 'pyproject.toml', text: '[project]\\nname = "boxes"\\n' },
    ],
  }),
})`;

  it('has the files of its emitter alone, of any type', async () => {
    expect(await generate({ python })).toBe('');
    expect(text('v1.1/python/boxes/__init__.py')).toBe('VERSION = "1.1"\n');
    expect(readFileSync(join(folder, 'generated/v1.0/python/boxes/data.bin'))).toEqual(Buffer.from([0, 255, 128]));
    expect(existsSync(join(folder, 'generated/v1.0/python/package.json'))).toBe(false);
    expect(JSON.parse(text('package.json'))).toMatchObject({ workspaces: [] });
    const { status, stdout } = await ladingIn(folder, 'generate', '--check');
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'All generated files are up to date.\n' });
  });
});

describe('the error for an emitter', () => {
  it.each([
    [
      'that is no default export',
      `export const own = { name: 'own', emit: () => ({ files: [] }) };`,
      ['./own.js'],
      'EMITTER_STRUCTURE: The module exports "own", and nothing by default (own.js). Add "export default own".',
    ],
    [
      'that is not exported',
      `const own = { name: 'own', emit: () => ({ files: [] }) };`,
      ['./own.js'],
      'EMITTER_STRUCTURE: The module exports nothing (own.js). Write "export default defineEmitter()({ name, emit })".',
    ],
    [
      'whose path is written as a name',
      `export default { name: 'own', emit: () => ({ files: [] }) };`,
      ['own.js'],
      'CONFIG_STRUCTURE: Unknown emitter "own.js" (lading.config.json#/emitters/0). Write "./own.js".',
    ],
  ])('%s', async (_title, module, emitters, error) => {
    put('own.js', module);
    expect(await generate({}, emitters)).toBe(error);
  });

  it.each([
    [
      'that is defined with one call',
      `defineEmitter({ name: 'own', emit: () => ({}) })`,
      'The emitter is a function (own.js). Call the result of "defineEmitter" too: defineEmitter()({ name, emit }).',
    ],
    ['without a name', `{ emit: () => ({}) }`, '"name" is missing (own.js). Add "name".'],
    [
      'with an unknown key',
      `{ name: 'own', need: [], emit: () => ({}) }`,
      'Unknown key "need" (own.js#/need). Write "needs".',
    ],
    [
      'without a function',
      `{ name: 'own', emit: {} }`,
      '"emit" is not a function (own.js). Export an emitter as the default export.',
    ],
    [
      'whose options have a type that does not exist',
      `{ name: 'own', options: { type: 'map' }, emit: () => ({}) }`,
      'The schema of the options cannot be used: schema is invalid: data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf (own.js#/options). Correct it: a JSON Schema, in the keywords of draft 7.',
    ],
    [
      'whose options refer to nothing',
      `{ name: 'own', options: { $ref: '#/definitions/size' }, emit: () => ({}) }`,
      "The schema of the options cannot be used: can't resolve reference #/definitions/size from id # (own.js#/options). Correct it: a JSON Schema, in the keywords of draft 7.",
    ],
  ])('%s', async (_title, own, error) => {
    expect(await generate({ own })).toBe(`EMITTER_STRUCTURE: ${error}`);
  });

  it('whose plan throws an error', async () => {
    const own = `{ name: 'own', plan: () => { throw new Error('no'); }, emit: () => ({}) }`;
    expect(await generate({ own })).toMatch(
      /^EMITTER_FAILED: The emitter "own" failed on "plan" for the versions 1\.0, 1\.1: no \(own\.js:\d+:\d+\)\. Correct the emitter\.$/,
    );
  });
});

describe('an emitter of one package for all versions', () => {
  const index = `defineApiEmitter()({
  name: 'index',
  needs: ['names', 'types'],
  embeds: ['contract'],
  emit: ({ timeline, needs, embedded, packages, symbol, folder }) => {
    const one = symbol('versions', 'versions');
    const names = [...needs.names].map(([version, { of }]) => [version, of('Box').name, needs.types.get(version).package]);
    const contracts = [...embedded.contract].map(([version, { modules, symbols }]) => [version, modules.length > 0, symbols.package]);
    const older = timeline.step('1.1', false).older.version;
    const statements = ['export const versions = ' + JSON.stringify(timeline.versions.map(({ version }) => version)) + ';'];
    return {
      modules: [{ ...one.home, about: 'Versions.', declarations: [{ symbols: [one], statements }], reexports: [], isUnformatted: true }],
      files: [{ path: 'gen/names.json', json: { names, contracts, older, packages: packages.length } }],
      dependencies: Object.fromEntries([...needs.types].map(([version, types]) => [types.package, '^' + version + '.0'])),
    };
  },
})`;
  const emitters = {
    names,
    index: index.replace('defineApiEmitter()', `(await import('lading/emitter')).defineApiEmitter()`),
  };

  it('has the symbols of all versions, and the packages to embed', async () => {
    expect(await generate(emitters, ['types', './names.js', './index.js'])).toBe('');
    expect(text('index/gen/versions.ts')).toContain("export const versions = ['1.0', '1.1'];");
    expect(JSON.parse(text('index/gen/names.json'))).toEqual({
      names: [
        ['1.1', 'nameBox', '@lading/types-v1.1'],
        ['1.0', 'nameBox', '@lading/types-v1.0'],
      ],
      contracts: [
        ['1.0', true, '@lading/contract-v1.0'],
        ['1.1', true, '@lading/contract-v1.1'],
      ],
      older: '1.0',
      packages: 4,
    });
  });

  it('updates the dependencies of a handwritten package in the folder of its options', async () => {
    mkdirSync(join(folder, 'generated/all'), { recursive: true });
    put('generated/all/package.json', { name: 'all', dependencies: { '@lading/types-v0.9': '^0.9.0', other: '1' } });
    put('names.js', `import { defineEmitter } from 'lading/emitter';\nexport default ${names};\n`);
    put('index.js', `export default ${emitters.index};\n`);
    const config = { documents: ['api.yaml'], overlays: ['later.yaml'], workspace: false };
    const listed = ['types', './names.js', ['./index.js', { folder: 'generated/all' }]];
    put('lading.config.json', { ...config, emitters: listed });
    expect(await ladingIn(folder, 'generate', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(text('all/package.json'))).toEqual({
      name: 'all',
      dependencies: { '@lading/types-v1.0': '^1.0.0', '@lading/types-v1.1': '^1.1.0', other: '1' },
    });
    put('lading.config.json', {
      ...config,
      emitters: ['types', './names.js', ['./index.js', { folder: 'elsewhere' }]],
    });
    expect((await ladingIn(folder, 'generate', '--quiet')).stderr).toBe(
      'CONFIG_STRUCTURE: The folder elsewhere of "index" is outside the output folder (lading.config.json#/emitters/2/1/folder). Name a folder below generated.\n',
    );
  });

  it('is not an emitter of one version', async () => {
    put('api.js', `export default { scope: 'api', name: 'api', emit: () => ({}) };\n`);
    put('lading.config.json', { documents: ['api.yaml'], emittersByVersion: { '1.0': ['./api.js'] } });
    expect((await ladingIn(folder, 'generate', '--quiet')).stderr).toBe(
      'CONFIG_STRUCTURE: The emitter "api" generates one package for all versions (lading.config.json#/emittersByVersion/1.0/0). List it in "emitters".\n',
    );
    put('api.js', `export default { scope: 'api', name: 'api', emit: () => ({ manifest: {} }) };\n`);
    put('lading.config.json', { documents: ['api.yaml'], emitters: ['types', './api.js'] });
    expect((await ladingIn(folder, 'generate', '--quiet')).stderr).toBe(
      'EMITTER_STRUCTURE: The output of the emitter "api" is invalid: Unknown key "manifest" (api.js#/manifest). Name one of modules, files, dependencies.\n',
    );
  });
});
