/** Options of built-in emitters: each of them acts, and the keys of earlier configurations mean the same. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../document/index.js';
import {
  builtInApiEmitter,
  builtInApiEmitters,
  builtInEmitter,
  builtInEmitters,
} from '../../generate/built-in-emitters.js';
import type { EmitterEntry, LadingConfig } from '../../generate/config/config.js';
import { optionsSchemaOf } from '../../generate/config/emitters.js';
import { generate } from '../../generate/generate.js';
import { generateRequest } from '../../generate/generate-request.js';
import { Steps } from '../../generate/steps.js';

const folder = temporaryFolder();
const document = (version: string, query: object) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version },
  paths: {
    '/things': {
      get: {
        operationId: 'ThingList',
        tags: ['Thing'],
        parameters: [{ name: 'a', in: 'query', schema: { type: 'string' } }, query],
        responses: { 200: { description: 'Things.', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
      post: {
        operationId: 'ThingMake',
        tags: ['Thing'],
        requestBody: { content: { 'application/json': { schema: body(version) } } },
        responses: { 204: { description: 'Made.' } },
      },
    },
  },
});
const body = (version: string) => ({
  type: 'object',
  properties: {
    Name: { type: 'string' },
    Total: { type: 'integer', format: 'int64' },
    ...(version === '1.1' && { Size: { type: 'integer' } }),
  },
});

beforeAll(() => {
  const files = {
    '1.0.json': JSON.stringify(document('1.0', { name: 'b', in: 'query', schema: { type: 'string' } })),
    '1.1.json': JSON.stringify(document('1.1', { name: 'c', in: 'query', schema: { type: 'string' } })),
    'read.md': 'Read {{name}}.',
    'articles/about.md': '---\ntitle: About\norder: 5\n---\n\nRead this.\n',
    'commands.yaml': '- command: thing list\n  words: [thing list]\n  operations: [ThingList]\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});

const hooks = { package: '@acme/hooks', version: '^1.0.0' };
const common: LadingConfig = { documents: ['1.0.json', '1.1.json'], workspace: false };

/** Generates without writing: the texts by their paths, the folders of handwritten packages, and the warnings about keys. */
async function generated(config: LadingConfig) {
  const file = join(folder, 'lading.config.json');
  writeFileSync(file, JSON.stringify({ ...common, ...config }));
  const request = await generateRequest({ config: file });
  const { files, dependencies, warnings } = await generate(request, new Steps(() => undefined));
  return {
    texts: Object.fromEntries(files.map(({ path, text, isBuilt = false }) => [path, { text, isBuilt }])),
    dependencies,
    warnings: warnings.filter(({ rule }) => rule === 'moved-option' || rule === 'renamed-emitter'),
  };
}

/** A value for each option, other than its default. */
const values: Readonly<Record<string, JsonObject>> = {
  types: { paths: false, readme: 'read.md', pathsReadme: 'read.md' },
  contract: {},
  client: { runtime: 'engine', readme: 'read.md', exactReadme: 'read.md' },
  server: { dialect: 'engine', readme: 'read.md' },
  docs: {
    articles: 'articles',
    commands: 'commands.yaml',
    curl: '--insecure',
    data: true,
    build: { command: 'node build.mjs' },
  },
  conversion: { hooks, ignoresUnknown: true },
  clients: { folder: 'generated/own' },
  servers: { folder: 'generated/own', conversions: { package: '@acme/conversions', version: '^1.0.0' } },
  references: { folder: 'generated/own' },
  conversions: { folder: 'generated/own', hooks, ignoresUnknown: true },
};

/** Those that the key "docs" of earlier configurations has. */
const { data: _data, ...formerDocs } = values['docs'] ?? {};

/** What each package for all versions needs beside it. */
const beside: Readonly<Record<string, readonly EmitterEntry[]>> = {
  clients: [['client', { runtime: 'engine' }]],
  servers: [['server', { dialect: 'engine' }], 'conversion'],
  references: ['docs'],
};

const options = Object.entries(values).flatMap(([emitter, of]) =>
  Object.entries(of).map(([option, value]) => [emitter, option, value] as const),
);

describe('options of built-in emitters', () => {
  it('have values here, each of them', async () => {
    for (const name of [...builtInEmitters, ...builtInApiEmitters]) {
      const emitter = (await builtInEmitter(name)) ?? (await builtInApiEmitter(name));
      const { properties = {} } = (emitter && optionsSchemaOf(emitter)) ?? {};
      expect(Object.keys(values[name] ?? {}), name).toEqual(Object.keys(properties as object));
    }
  });

  it.each(options)('%s: %s changes the output', async (emitter, option, value) => {
    const listed = (entry: EmitterEntry) => ({ emitters: [...(beside[emitter] ?? []), entry] });
    const plain = await generated(listed(emitter));
    const changed = await generated(listed([emitter, { [option]: value }]));
    expect(changed.texts).not.toEqual(plain.texts);
    expect(changed.warnings).toEqual([]);
  });

  it.each(options)('%s: %s of a wrong type names its place and what it is', async (emitter, option) => {
    const emitters = [...(beside[emitter] ?? []), [emitter, { [option]: 1 }] as const];
    const at = emitters.length - 1;
    await expect(generated({ emitters })).rejects.toMatchObject({
      problem: { code: 'CONFIG_STRUCTURE', place: expect.stringContaining(`#/emitters/${at}/1/${option}`) as string },
    });
  });
});

describe('the names of packages', () => {
  const names = Object.keys(values);

  it.each(names)('are those of the configuration in everything that %s generates', async (name) => {
    const mentioned: Readonly<Record<string, readonly string[]>> = {
      docs: ['client', 'server'],
      conversions: ['contract', 'types'],
    };
    const others = mentioned[name] ?? beside[name] ?? [];
    const { texts } = await generated({
      emitters: [...others, name],
      scope: '@acme',
      packageName: 'things-{kind}-of-{version}',
    });
    const wrong = Object.entries(texts).filter(([, { text }]) => /@acme\/[a-z]+-v\d/.test(text));
    expect(wrong.map(([path]) => path)).toEqual([]);
    expect(Object.values(texts).some(({ text }) => text.includes('@acme/things-'))).toBe(true);
  });
});

/** Configurations of the former kind: each key alone, and all together. */
const former: readonly (readonly [name: string, JsonObject])[] = [
  ['paths', { paths: false }],
  ['paths of listed types', { emitters: ['client', 'types'], paths: false }],
  ['readmes', { emitters: ['client', 'server'], readmes: { types: 'read.md', client: 'read.md', server: 'read.md' } }],
  ['readmes of entry points', { emitters: ['types', 'client'], readmes: { paths: 'read.md', exactClient: 'read.md' } }],
  ['readmes of what others need', { emittersByVersion: { '1.0': ['client'] }, readmes: { types: 'read.md' } }],
  ['readmes of what is not generated', { emitters: ['docs'], readmes: { types: 'read.md' } }],
  ['client', { emitters: ['client'], client: { runtime: 'engine' } }],
  ['client of one version', { emittersByVersion: { '1.0': ['client'] }, client: { runtime: 'engine' } }],
  ['server', { emitters: ['server', 'conversion'], server: { dialect: 'engine' } }],
  ['overlay', { emitters: ['conversion'], overlay: { hooks } }],
  ['docs', { emitters: ['docs'], docs: formerDocs }],
  ['umbrellas alone', { umbrellas: { conversions: 'generated/own' }, server: { dialect: 'engine' } }],
  ['no emitters', { emitters: [], umbrellas: { conversions: 'generated/own' }, overlay: { hooks } }],
  [
    'all',
    {
      emitters: ['types', 'contract', 'client', 'server', 'docs', 'conversion'],
      emittersByVersion: { '1.0': ['types', 'client', 'docs', 'server'] },
      client: { runtime: 'engine' },
      server: { dialect: 'engine', conversions: { package: '@acme/conversions', version: '^1.0.0' } },
      overlay: { hooks },
      docs: formerDocs,
      paths: false,
      readmes: Object.fromEntries(['types', 'paths', 'client', 'exactClient', 'server'].map((of) => [of, 'read.md'])),
      umbrellas: {
        client: 'generated/client',
        server: 'generated/server',
        docs: 'generated/docs',
        conversions: 'generated/all',
      },
    },
  ],
];

/** Does what a warning says. */
function applied(config: JsonObject, sentence: string): JsonObject {
  if (sentence.endsWith('is not generated.')) return config;
  const [, listed, replacing = '{}'] = /: in "(.*)", write (\[.*\]) in the place of /.exec(sentence) ?? [];
  const [, added = replacing, user] = /: add (\[.*\]) to "(.*)", which is /.exec(sentence) ?? [];
  const entry = JSON.parse(added) as readonly [string, JsonObject];
  const edited = (list: readonly Json[]): readonly Json[] =>
    listed === undefined ? [...list, entry] : list.map((each) => (each === entry[0] ? entry : each));
  const { emitters = ['types'], emittersByVersion = {} } = config as Record<'emitters' | 'emittersByVersion', Json>;
  const place = listed ?? user ?? '';
  if (place === 'emitters') return { ...config, emitters: edited(emitters as readonly Json[]) };
  const versions = emittersByVersion as Readonly<Record<string, readonly Json[]>>;
  const version = place.replace('emittersByVersion/', '');
  return { ...config, emittersByVersion: { ...versions, [version]: edited(versions[version] ?? []) } };
}

const formerKeys = ['paths', 'readmes', 'client', 'server', 'overlay', 'docs', 'umbrellas'];

describe('keys of earlier configurations', () => {
  it.each(former)('%s: the lines of the warnings give the same output, without a warning', async (_name, config) => {
    const before = await generated(config as LadingConfig);
    const written = before.warnings.reduce((all, { sentence }) => applied(all, sentence), config);
    const others = Object.entries(written).filter(([key]) => !formerKeys.includes(key));
    const after = await generated(Object.fromEntries(others) as LadingConfig);
    expect(before.warnings.length).toBeGreaterThan(0);
    expect(after.warnings).toEqual([]);
    expect(after.texts).toEqual(before.texts);
    expect(after.dependencies).toEqual(before.dependencies);
  });

  it('are shown with the line that replaces them', async () => {
    const { warnings } = await generated({ emitters: ['client'], client: { runtime: 'engine' } });
    expect(warnings).toEqual([
      {
        severity: 'warning',
        rule: 'moved-option',
        place: `${join(folder, 'lading.config.json')}#/client/runtime`,
        sentence:
          '"client.runtime" is an option of the emitter "client": in "emitters", write ["client",{"runtime":"engine"}] in the place of "client".',
      },
    ]);
  });

  it.each([
    ['a name', 'overlay', 'conversion'],
    ['options', ['overlay', { hooks }], ['conversion', { hooks }]],
  ])('name an emitter as before, with the entry that replaces it: %s', async (_of, old, entry) => {
    for (const [key, listed] of [
      ['emitters', (one: Json) => ({ emitters: ['types', one] })],
      ['emittersByVersion/1.0', (one: Json) => ({ emittersByVersion: { '1.0': ['types', one] } })],
    ] as const) {
      const before = await generated(listed(old as Json) as LadingConfig);
      const after = await generated(listed(entry as Json) as LadingConfig);
      expect(before.texts).toEqual(after.texts);
      expect(Object.keys(after.texts)).toContain('v1.0/conversion/gen/clients.ts');
      expect(after.warnings).toEqual([]);
      expect(before.warnings).toEqual([
        {
          severity: 'warning',
          rule: 'renamed-emitter',
          place: `${join(folder, 'lading.config.json')}#/${key}/1`,
          sentence: `The emitter "overlay" is called "conversion", and so are its packages: write ${JSON.stringify(entry)}.`,
        },
      ]);
    }
  });

  it('are refused beside options of the same emitter', async () => {
    const emitters: readonly EmitterEntry[] = [['client', { readme: 'read.md' }]];
    await expect(generated({ emitters, client: { runtime: 'engine' } })).rejects.toMatchObject({
      problem: {
        code: 'CONFIG_STRUCTURE',
        place: `${join(folder, 'lading.config.json')}#/emitters/0`,
        subject: 'The emitter "client" has options here and in keys of the configuration: {"runtime":"engine"}',
      },
    });
  });
});
