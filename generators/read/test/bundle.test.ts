/** Tests the bundling of files into one document, and the rejection of files that must not be read. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { get, isObject, type Json, type JsonObject } from '../../document/index.js';
import { readDocument, readText } from '../index.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const head = 'openapi: 3.1.0\ninfo: { version: "1.0" }\n';

/** Writes the files and reads the first, `api/api.yaml`. */
function bundled(files: Readonly<Record<string, string>>, above?: string): JsonObject {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return readDocument(join(folder, 'api/api.yaml'), above).root;
}

it.each([
  ['https://example.org/box', 'https://example.org/box', ''],
  ['Box', 'Box#', ''],
  ['https://example.org/box', '#/$defs/lid', '/$defs/lid'],
  ['https://example.org/box', 'box#lid', '/$defs/lid'],
  ['https://example.org/box', 'lid', '/$defs/lid'],
  ['https://example.org/box', '#lid', '/$defs/lid'],
  ['https://example.org/box', '/other', undefined],
])('resolves references within a schema of the $id %s: %s', (id, reference, pointer) => {
  const lid = `{ $id: ${id === 'Box' ? 'Lid' : 'https://example.org/lid'}, $anchor: lid }`;
  const defs = reference.endsWith('#lid') ? '{ lid: { $anchor: lid } }' : `{ lid: ${lid} }`;
  const box = `{ $id: ${id}, properties: { own: { $ref: '${reference}' }, $ref: { $id: {} } }, $defs: ${defs} }`;
  const files = { 'api/api.yaml': `${head}paths: {}\ncomponents: { schemas: { Box: ${box} } }\n` };
  const own = { $ref: `#/components/schemas/Box${pointer ?? ''}` };
  if (pointer === undefined) expect(() => bundled(files)).toThrow('READ_OUTSIDE');
  else expect(bundled(files)['components']).toMatchObject({ schemas: { Box: { properties: { own } } } });
});

it('resolves anchors of schemas in other files, in their own file, and in the first one', () => {
  const part = (file: string) =>
    ['lid', 'own', 'open'].map((name) => `${name}: { $ref: '${file}#${name}' }`).join(', ');
  const file = `
$defs:
  Lid: { $anchor: lid, type: string }
  Box: { $anchor: own, properties: { lid: { $ref: '#lid' }, inner: { $dynamicAnchor: open, type: integer } } }
`;
  const parameter = `{ name: a, in: query, schema: { $ref: 'b.yaml' } }`;
  const root = bundled({
    'api/api.yaml': `${head}paths: { /a: { get: { parameters: [${parameter}] } } }
components: { schemas: { Own: { $anchor: twice, properties: { ${part('a.yaml')}, self: { $ref: '#twice' } } } } }
`,
    'api/a.yaml': file,
    'api/b.yaml': '{ $anchor: twice, type: boolean }',
  });
  expect(root['components']).toMatchObject({
    schemas: {
      Own: {
        properties: {
          lid: { $ref: '#/components/schemas/Lid' },
          own: { $ref: '#/components/schemas/Box' },
          open: { type: 'integer' },
          self: { $ref: '#/components/schemas/Own' },
        },
      },
      Lid: { type: 'string' },
      Box: { properties: { lid: { $ref: '#/components/schemas/Lid' } } },
    },
  });
  const missing = { 'api/api.yaml': component('a.yaml#none'), 'api/a.yaml': file };
  expect(() => bundled(missing)).toThrow('REFERENCE_MISSING: "a.yaml#none" cannot be resolved');
});

it('keeps properties $ref of values, and replaces them by the files that they name', () => {
  const schema = `
    Box:
      properties: { example: { $ref: 'box.yaml' } }
      example: { $ref: missing.yaml, inner: [{ $ref: 'https://example.org/box' }, { $ref: value.yaml }] }
      default: { $ref: '#/nowhere' }
      enum: [{ $ref: '/etc/passwd' }]`;
  const examples = `
    Whole: { $ref: example.yaml }
    Own: { value: { $ref: missing.yaml } }`;
  const root = bundled({
    'api/api.yaml': `${head}paths: {}\ncomponents:\n  schemas:${schema}\n  examples:${examples}\n`,
    'api/box.yaml': 'type: string',
    'api/value.yaml': 'a: 1',
    'api/example.yaml': 'value: { $ref: other.yaml }',
  });
  const whole = { value: { $ref: 'other.yaml' } };
  expect(root['components']).toMatchObject({
    schemas: {
      Box: {
        properties: { example: { $ref: '#/components/schemas/Box2' } },
        example: { $ref: 'missing.yaml', inner: [{ $ref: 'https://example.org/box' }, { a: 1 }] },
        default: { $ref: '#/nowhere' },
        enum: [{ $ref: '/etc/passwd' }],
      },
    },
    examples: { Whole: whole, Own: { value: { $ref: 'missing.yaml' } } },
  });
});

const component = (reference: string) =>
  `${head}paths: {}\ncomponents: { schemas: { Box: { $ref: '${reference}' } } }\n`;

describe('a document in several files', () => {
  const file = fileURLToPath(new URL('../../testing/documents/split/api.yaml', import.meta.url));
  const { root } = readDocument(file);

  it('has every component under its name, including cycles and files of other dialects', () => {
    expect(root['components']).toEqual({
      schemas: {
        Box: {
          type: 'object',
          properties: { Lid: { $ref: '#/components/schemas/Lid' }, Next: { $ref: '#/components/schemas/Box' } },
        },
        Own: { type: 'string' },
        Lid: { type: 'object', properties: { On: { $ref: '#/components/schemas/Box' } } },
      },
      responses: { missing: { description: 'There is none.' } },
      parameters: { size: { name: 'size', in: 'query', schema: { type: 'integer' } } },
    });
  });

  it('contains whole path items, with the properties beside the reference', () => {
    expect(Object.keys(root['paths'] as object)).toEqual(['/boxes', '/lids']);
    expect(root['paths']).toMatchObject({
      '/lids': { summary: 'Said beside the reference', get: { operationId: 'LidList' } },
    });
  });

  it('refers only to itself', () => {
    expect(referencesOf(root).filter((reference) => !reference.startsWith('#/components/'))).toEqual([]);
  });

  it('is the same from wherever it is named', () => {
    const here = process.cwd();
    expect(readDocument(`${dirname(file)}/./paths/../api.yaml`).root).toEqual(root);
    expect(readDocument(join(file.startsWith(here) ? `.${file.slice(here.length)}` : file)).root).toEqual(root);
  });
});

describe('references between files', () => {
  it('to Markdown are its text', () => {
    const text = '# Boxes: *all* of them\n\n- one';
    const root = bundled({
      'api/api.yaml': `${head}paths: {}\ntags: [{ name: Box, description: { $ref: './tags/Box.md' } }]`,
      'api/tags/Box.md': text,
    });
    expect(root['tags']).toEqual([{ name: 'Box', description: text }]);
  });

  it('to whole files give them their names, in cycles too', () => {
    const root = bundled({
      'api/api.yaml': `${head}paths: { /a: { get: { responses: { 200: { content: { application/json: { schema: { $ref: 'models/Node.yaml' } } } } } } } }`,
      'api/models/Node.yaml':
        "type: object\nproperties: { kids: { items: { $ref: './Node.yaml' } }, up: { $ref: '#' } }",
    });
    expect(root['components']).toEqual({
      schemas: {
        Node: {
          type: 'object',
          properties: {
            kids: { items: { $ref: '#/components/schemas/Node' } },
            up: { $ref: '#/components/schemas/Node' },
          },
        },
      },
    });
    expect(referencesOf(root['paths'] as JsonObject)).toEqual(['#/components/schemas/Node']);
  });

  it('lead through other references, in any file', () => {
    const files = {
      'api/api.yaml': `${head}paths: {}
components:
  schemas:
    Box: { $ref: models.yaml#/Box }
    Own: { properties: { lid: { $ref: '#/components/schemas/Lid' } } }
    Lid: { properties: { size: { type: integer } } }
    Sizes: { properties: { a: { $ref: '#/components/schemas/Box/properties/lid/properties/size' }, b: { $ref: '#/components/schemas/Own/properties/lid/properties/size' }, c: { $ref: models.yaml#/Box/properties/lid/properties/size }, d: { $ref: '#/components/schemas/Box/nowhere' } } }
`,
      'api/models.yaml': "{ Box: { properties: { lid: { $ref: 'lid.yaml' } } } }",
      'api/lid.yaml': '{ properties: { size: { type: string } } }',
    };
    const size = { type: 'string' };
    const d = { $ref: '#/components/schemas/Box/nowhere' };
    const Sizes = { properties: { a: size, b: { type: 'integer' }, c: size, d } };
    expect(bundled(files)['components']).toMatchObject({ schemas: { Sizes } });
  });

  it('keep what stands beside a reference at the root of a file, or of a component', () => {
    const { components } = bundled({
      'api/api.yaml': `${head}paths: {}\ncomponents: { schemas: { Bad: { $ref: Bad.yaml }, Worse: { $ref: 'all.yaml#/$defs/Worse' } } }`,
      'api/Bad.yaml': '{ $ref: Base.yaml, required: [a] }',
      'api/Base.yaml': '{ properties: { a: {} }, required: [b] }',
      'api/all.yaml': '{ $defs: { Worse: { $ref: Base.yaml, required: [c] } } }',
    });
    const $ref = '#/components/schemas/Base';
    const Base = { properties: { a: {} }, required: ['b'] };
    expect(components).toEqual({ schemas: { Bad: { $ref, required: ['a'] }, Worse: { $ref, required: ['c'] }, Base } });
  });

  it.each([
    ["{ anyOf: [{ $ref: 'a/user.yaml' }, { $ref: 'b/user.yaml' }] }"],
    ["{ anyOf: [{ $ref: 'b/user.yaml' }, { $ref: 'a/user.yaml' }] }"],
  ])('to whole files of one name tell them apart in any order: %s', (schema) => {
    const root = bundled({
      'api/api.yaml': `${head}paths: {}\ncomponents: { schemas: { Box: ${schema}, Named: { $ref: 'named.yaml' }, Use: { items: { $ref: 'named.yaml' } } } }`,
      'api/a/user.yaml': 'type: string',
      'api/b/user.yaml': 'type: integer',
      'api/named.yaml': 'type: boolean',
    });
    expect(root['components']).toMatchObject({
      schemas: {
        AUser: { type: 'string' },
        BUser: { type: 'integer' },
        Named: { type: 'boolean' },
        Use: { items: { $ref: '#/components/schemas/Named' } },
      },
    });
    expect(Object.keys((root['components'] as { schemas: object }).schemas)).toHaveLength(5);
  });

  it('pass through a name that is nothing but a reference', () => {
    const root = bundled({
      'api/api.yaml': component('one.yaml#/components/schemas/Box'),
      'api/one.yaml': "components: { schemas: { Box: { $ref: 'two.yaml#/definitions/Box' } } }",
      'api/two.yaml': 'definitions: { Box: { type: string } }',
    });
    expect(root['components']).toEqual({ schemas: { Box: { type: 'string' } } });
  });

  it('go into the places of Swagger 2.0 in a document of that dialect', () => {
    const root = bundled({
      'api/api.yaml':
        'swagger: "2.0"\ninfo: { version: "1.0" }\npaths: { /a: { get: { responses: { 200: { schema: { $ref: "b.yaml#/components/schemas/Box" } } } } } }',
      'api/b.yaml': 'components: { schemas: { Box: { type: string } } }',
    });
    expect(root['definitions']).toEqual({ Box: { type: 'string' } });
  });

  it('read percent signs and tildes', () => {
    const root = bundled({
      'api/api.yaml': component('box%20schemas.yaml#/a~1b/c%25'),
      'api/box schemas.yaml': 'a/b: { c%: { type: string } }',
    });
    expect(root['components']).toEqual({ schemas: { Box: { type: 'string' } } });
  });

  it('find a folder whose name starts with two dots', () => {
    const root = bundled({ 'api/api.yaml': component('..schemas/box.yaml'), 'api/..schemas/box.yaml': 'type: string' });
    expect(root['components']).toEqual({ schemas: { Box: { type: 'string' } } });
  });

  const recursive = "{ properties: { next: { $ref: '#PLACE' }, state: { $ref: 'b.yaml#/State' } } }";
  it.each([
    ['an entry of a file', '/Node', `Node: ${recursive}`, 'Node'],
    ['an entry of a list of schemas', '/schemas/Node', `schemas: { Node: ${recursive} }`, 'Node'],
    ['a component', '/components/schemas/Node', `components: { schemas: { Node: ${recursive} } }`, 'Node'],
    ['a part of a schema', '/Box/properties/node', `Box: { properties: { node: ${recursive} } }`, 'node'],
    ['the schema of a parameter', '/limit/schema', `limit: { in: query, name: limit, schema: ${recursive} }`, 'schema'],
  ])('to %s name a schema after it', (_place, pointer, text, name) => {
    const use = `{ items: { $ref: 'a.yaml#${pointer}' } }`;
    const root = bundled({
      'api/api.yaml': `${head}paths: {}\ncomponents: { schemas: { Use: ${use}, Other: ${use}, State: { type: 'null' } } }`,
      'api/a.yaml': text.replace('#PLACE', `#${pointer}`),
      'api/b.yaml': 'State: { enum: [open] }',
    });
    const own = { items: { $ref: `#/components/schemas/${name}` } };
    expect(root['components']).toMatchObject({
      schemas: {
        Use: own,
        Other: own,
        [name]: { properties: { next: { $ref: own.items.$ref }, state: { $ref: '#/components/schemas/BState' } } },
        State: { type: 'null' },
        BState: { enum: ['open'] },
      },
    });
  });

  it('to components of one name in two files tell schemas apart, and copy parameters', () => {
    const parts = (type: string) =>
      `components: { schemas: { Box: { type: ${type} } }, parameters: { size: { name: size, in: query, schema: { type: ${type} } } } }`;
    const operation = (file: string) =>
      `{ get: { parameters: [{ $ref: '${file}#/components/parameters/size' }], responses: { 200: { content: { application/json: { schema: { $ref: '${file}#/components/schemas/Box' } } } } } } }`;
    const root = bundled({
      'api/api.yaml': `${head}paths: { /a: ${operation('a.yaml')}, /b: ${operation('b.yaml')} }`,
      'api/a.yaml': parts('string'),
      'api/b.yaml': parts('integer'),
    });
    expect(root['components']).toMatchObject({ schemas: { ABox: { type: 'string' }, BBox: { type: 'integer' } } });
    expect(root['paths']).toMatchObject({
      '/a': { get: { parameters: [{ $ref: '#/components/parameters/size' }] } },
      '/b': { get: { parameters: [{ name: 'size', schema: { type: 'integer' } }] } },
    });
  });

  it('in the mapping of a discriminator are those of its document', () => {
    const pet = (mapping: string) =>
      `{ oneOf: [{ $ref: 'cat.yaml' }], discriminator: { propertyName: kind, mapping: ${mapping} } }`;
    const root = bundled({
      'api/api.yaml': `${head}paths: {}\ncomponents: { schemas: { Pet: ${pet("{ cat: cat.yaml, own: '#/components/schemas/Pet', named: Pet, lost: lost.yaml }")} } }`,
      'api/cat.yaml':
        "properties: { kin: { oneOf: [{ $ref: '#' }], discriminator: { propertyName: kind, mapping: { cat: '#', pet: 'api.yaml#/components/schemas/Pet' } } } }",
    });
    const [cat, own] = ['#/components/schemas/Cat', '#/components/schemas/Pet'];
    expect(root['components']).toMatchObject({
      schemas: {
        Pet: { discriminator: { mapping: { cat, own, named: 'Pet', lost: 'lost.yaml' } } },
        Cat: { properties: { kin: { discriminator: { mapping: { cat, pet: own } } } } },
      },
    });
  });

  const circles: readonly (readonly [name: string, files: Readonly<Record<string, string>>])[] = [
    [
      'names that are only each other',
      { 'api/api.yaml': component('box.yaml#/a'), 'api/box.yaml': "a: { $ref: '#/b' }\nb: { $ref: '#/a' }" },
    ],
  ];
  it.each(circles)('refuse %s', (_name, files) => {
    expect(() => bundled(files)).toThrow(/^REFERENCE_CYCLE/);
  });
});

describe('files that are not the document’s own', () => {
  const references = [
    '../secret.yaml',
    '../api-of-others/secret.yaml',
    'deeper/../../secret.yaml',
    '%2e%2e/secret.yaml',
    '..%2fsecret.yaml',
    '..\\secret.yaml',
    '..%5Csecret.yaml',
    '/etc/passwd',
    '%2Fetc%2Fpasswd',
    'file:///etc/passwd',
    'http://localhost/box.yaml',
    'HTTPS://localhost/box.yaml',
    'http%3A//localhost/box.yaml',
    'C:/box.yaml',
    'box.yaml%00.txt',
    'inside/link.yaml',
    'linked/secret.yaml',
  ];
  it.each(references)('%s', (reference) => {
    const outside = join(folder, 'secret.yaml');
    writeFileSync(outside, 'type: string');
    mkdirSync(join(folder, 'api/inside'), { recursive: true });
    symlinkSync(outside, join(folder, 'api/inside/link.yaml'));
    symlinkSync(folder, join(folder, 'api/linked'));
    expect(() => bundled({ 'api/api.yaml': component(reference) })).toThrow(/^READ_OUTSIDE/);
  });

  it('files below a folder above the document are its own where that folder is named, and no others', () => {
    const files = (reference: string) => ({ 'api/api.yaml': component(reference), 'models/box.yaml': 'type: string' });
    expect(bundled(files('../models/box.yaml'), folder)['components']).toMatchObject({
      schemas: { Box: { type: 'string' } },
    });
    symlinkSync('/etc/hostname', join(folder, 'models/link.yaml'));
    for (const reference of ['../../secret.yaml', '../models/link.yaml', '/etc/hostname'])
      expect(() => bundled(files(reference), folder)).toThrow(/^READ_OUTSIDE/);
    expect(() => bundled(files('../models/box.yaml'), join(folder, 'models'))).toThrow(
      /^READ_OUTSIDE: ".*api\.yaml" is outside the folder of the document/,
    );
  });

  it('a pipe is not read, which would never end', () => {
    mkdirSync(join(folder, 'api'));
    execFileSync('mkfifo', [join(folder, 'api/pipe.yaml')]);
    symlinkSync('/dev/zero', join(folder, 'api/zero.yaml'));
    expect(() => bundled({ 'api/api.yaml': component('pipe.yaml') })).toThrow(
      /^READ_MISSING: The file is a pipe, a socket or a device/,
    );
    expect(() => bundled({ 'api/api.yaml': component('zero.yaml') })).toThrow(/^READ_OUTSIDE/);
  });

  it('a pipe or a device that a command names is not read either', () => {
    const pipe = join(folder, 'pipe.yaml');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero'])
      expect(() => readText(path)).toThrow(/^READ_MISSING: The file is a pipe, a socket or a device/);
  });

  it('a pipe of the shell is read', () => {
    const program = fileURLToPath(new URL('../../cli/lading.mjs', import.meta.url));
    const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} });
    const command = `"$0" "$1" lint <(printf '%s' "$2")`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, program, document], {
      encoding: 'utf8',
    });
    expect([stderr, stdout]).toEqual(['', '0 errors, 0 warnings\n']);
  });

  it('a link that stays inside is followed', () => {
    mkdirSync(join(folder, 'api'));
    symlinkSync('box.yaml', join(folder, 'api/link.yaml'));
    const root = bundled({ 'api/api.yaml': component('link.yaml'), 'api/box.yaml': 'type: string' });
    expect(root['components']).toEqual({ schemas: { Box: { type: 'string' } } });
  });
});

function referencesOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (!isObject(value)) return [];
  const own = get(value, '$ref');
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(referencesOf)];
}
