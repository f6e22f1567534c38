/** Generated contracts: named schemas, and operations by noun and verb. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { oneLine } from './testing/one-line.js';
import { responses, boxOf, content, documentWith, parameter, serversOf } from './testing/servers.js';

const item = { type: 'object', properties: { Id: { type: 'string' } } };
const failing = { type: 'object', properties: { error: { type: 'string' } } };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject) => responses('200', content('application/json', schema));

it.each<[string, JsonObject, string]>([
  ['one text', { 'text/plain': { schema: { type: 'string' } } }, "'text/plain': { schema: string, text: true }"],
  [
    'XML',
    { 'application/xml': { schema: { type: 'object' } } },
    "'application/xml': { schema: mapOf(any), text: true }",
  ],
  ['any media type', { '*/*': { schema: { type: 'string' } } }, "'*/*': { schema: string }"],
  [
    'different JSON in two media types',
    { 'application/json': { schema: { type: 'string' } }, 'application/vnd.a+json': { schema: { type: 'integer' } } },
    "content: { 'application/json': { schema: string }, 'application/vnd.a+json': { schema: integer() } }",
  ],
])('has the schema of each media type of a request body: %s', async (_name, media, code) => {
  const body = { requestBody: { content: media }, ...responses('204') };
  const files = await serversOf(documentWith({ BoxMake: { method: 'post', ...body } }));
  const text = [...files].filter(([name]) => name.includes('/contract/gen/schemas/')).map(([, one]) => one);
  expect(oneLine(text.join('\n'))).toContain(oneLine(code));
});

describe('a schema', () => {
  it.each<[string, JsonObject, string]>([
    ['a string', { type: 'string' }, 'string'],
    [
      'a string with constraints',
      { type: 'string', pattern: '^a', maxLength: 3 },
      "constrainedString({ pattern: '^a', maxLength: 3 })",
    ],
    ['a time', { type: 'string', format: 'date-time' }, "constrainedString({ format: 'date-time' })"],
    ['an integer', { type: 'integer' }, 'integer()'],
    [
      'an integer with constraints',
      { type: 'integer', format: 'int64', minimum: 0, maximum: 9, 'x-lading-sentinels': [-1] },
      "integer({ format: 'int64', minimum: 0, maximum: 9, sentinels: [-1] })",
    ],
    ['a number', { type: 'number', minimum: 0.5 }, 'number({ minimum: 0.5 })'],
    ['a boolean', { type: 'boolean' }, 'boolean'],
    ['anything', {}, 'any'],
    ['a nullable string', { type: ['string', 'null'] }, 'nullable(string)'],
    ['an array', { type: 'array', minItems: 1, items: { type: 'string' } }, 'arrayOf(string, { min: 1 })'],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, 'mapOf(integer())'],
    [
      'an array without equal items',
      { type: 'array', uniqueItems: true, items: { type: 'string' } },
      'arrayOf(string, { unique: true })',
    ],
    [
      'a map with constraints',
      { type: 'object', minProperties: 1, maxProperties: 9, propertyNames: { minLength: 1 } },
      'mapOf(any, { minProperties: 1, maxProperties: 9, keys: constrainedString({ minLength: 1 }) })',
    ],
    [
      'a map with patterns',
      { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
      "mapOf(never, { patterns: [['^x-', string]] })",
    ],
    ['a reference', reference('Other'), 'ref(() => other)'],
    ['a nullable reference', { anyOf: [reference('Other'), { type: 'null' }] }, 'nullable(ref(() => other))'],
    ['an enum', { enum: ['a', 'b'], type: 'string' }, 'ref(() => itemField)'],
  ])('%s', async (_name, schema, code) => {
    const Item = { type: 'object', properties: { Field: schema } };
    expect(await schemasOf({ Item, Other: item })).toContain(
      `export const item: Schema = object({\n  Field: optional(${code}),\n});\n`,
    );
  });

  it('distinguishes closed and open enums', async () => {
    const text = await schemasOf({
      Item: { type: 'object', required: ['Kind'], properties: { Kind: reference('Kind'), State: reference('State') } },
      Kind: { type: 'string', enum: ['flat', 'tall'] },
      State: { anyOf: [{ type: 'string', enum: ['open'] }, { type: 'string' }] },
    });
    expect(text).toContain('  Kind: required(ref(() => kind)),\n  State: optional(ref(() => state)),\n');
    expect(text).toContain("export const kind: Schema = enumOf(['flat', 'tall']);\n");
    expect(text).toContain("export const state: Schema = enumOf(['open'], { open: true });\n");
  });

  it('has the fields and rules of its bases, the nearest first', async () => {
    const rules = (sentence: string) => ({
      'x-lading-rules': [{ kind: 'requires', fields: ['A', 'B'], sentence }],
    });
    const text = await schemasOf({
      Item: {
        allOf: [reference('Base'), { type: 'object', properties: { B: { type: 'integer' } } }],
        ...rules('Own.'),
      },
      Base: {
        type: 'object',
        properties: { A: { type: 'string' }, B: { type: 'string' } },
        ...rules('Of the base.'),
      },
    });
    expect(oneLine(text)).toContain(
      oneLine(`export const item: Schema = object(
        { A: optional(string), B: optional(integer()), },
        { rules: [
            { kind: 'requires', fields: ['A', 'B'], description: 'Of the base.' },
            { kind: 'requires', fields: ['A', 'B'], description: 'Own.' },
          ],
        },
      );`),
    );
    expect(text).not.toContain('const base');
  });

  it('has the constraints of its bases, and its own', async () => {
    const field = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    const text = await schemasOf({
      Item: { allOf: [reference('Base'), { ...field('A'), maxProperties: 9 }] },
      Base: { ...field('B'), minProperties: 1, patternProperties: { '^x-': { type: 'integer' } } },
      Closed: { ...field('C'), additionalProperties: false },
    });
    expect(oneLine(text)).toContain('minProperties: 1, maxProperties: 9');
    // The pattern concerns every property, but those that the base declares beside it.
    expect(oneLine(text)).toContain(oneLine("object( { B: optional(string), }, { patterns: [['^x-', integer()]] }, )"));
  });

  it('has the type of additional properties of a base for all that the base does not declare', async () => {
    const field = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    const text = await schemasOf({
      Item: { allOf: [reference('Other'), reference('Rest'), field('A')] },
      Other: field('B'),
      Rest: { ...field('C'), additionalProperties: { type: 'integer' } },
    });
    const fields = ['B', 'C', 'A'].map((name) => `${name}: optional(string), `).join('');
    expect(oneLine(text)).toContain(
      oneLine(`export const item: Schema = intersectionOf([
        object({ ${fields} }),
        object({ C: optional(string), }, { rest: integer() }, ),
      ]);`),
    );
  });

  it('contains only rules that can be checked, where they can be checked', async () => {
    const sentence = 'So it is.';
    const text = await schemasOf({
      Item: {
        type: 'object',
        properties: {
          Size: { type: 'integer', 'x-lading-rules': [{ kind: 'zero-or-minimum', value: 4, sentence }] },
          Lid: { ...reference('Lid'), 'x-lading-rules': [{ kind: 'requires', fields: ['A', 'B'], sentence }] },
          Foot: { ...reference('Lid'), 'x-lading-rules': [{ kind: 'excludes', fields: ['A', 'B'], sentence }] },
        },
        'x-lading-rules': [
          { kind: 'only-when', fields: ['Lid', 'Size'], value: '|no', sentence },
          { kind: 'sentence', sentence },
          { kind: 'excludes', sentence },
          { kind: 'excludes', fields: ['Lid', 'Foot'], later: true, sentence },
          { kind: 'made-up', fields: ['Lid'], sentence },
        ],
      },
      Lid: {
        type: 'object',
        properties: { A: { type: 'string' }, B: { type: 'string' } },
        'x-lading-rules': [{ kind: 'requires', fields: ['A', 'B'], sentence }],
      },
    });
    expect(text).toContain(
      "  Size: optional(integer({ rules: [{ kind: 'zero-or-minimum', value: 4, description: 'So it is.' }] })),\n".replace(
        /^ {2}/,
        '    ',
      ),
    );
    const [, rules] = /const item: [^]*?(rules: \[\n[^]*?\n {4}\],)/.exec(text) ?? [];
    expect(oneLine(rules ?? '')).toBe(
      oneLine(`rules: [
        { kind: 'only-when', fields: ['Lid', 'Size'], value: '|no', description: 'So it is.' },
        { kind: 'excludes', fields: ['Foot.A', 'Foot.B'], description: 'So it is.' },
      ],`),
    );
  });

  it('is emitted if an operation refers to it in a request, a response or an error', async () => {
    const operation = {
      responses: {
        '200': { description: '', ...content('application/json', reference('Item')) },
        '404': { description: '', ...content('application/json', reference('Failing')) },
      },
    };
    const schemas = { Item: item, Failing: failing, Unused: item };
    const files = await serversOf(documentWith({ BoxDo: operation }, '9.0', schemas));
    expect(files.get('v9.0/contract/gen/schemas/index.ts')).toMatch(/export \{ failing, item \} from '.\/box.js'/);
    expect(files.get('v9.0/contract/gen/schemas/operations/box.ts')).toContain('  errors: { 404: failing },\n');
  });
});

describe('the contract', () => {
  it.each([
    ['204', 'nothing'],
    ['205', 'nothing'],
    ['201', 'json'],
  ])('a response of JSON with status %s has the kind %s', async (status, kind) => {
    const operation = responses(status, content('application/json', { type: 'string' }));
    const files = await serversOf(documentWith({ BoxDo: operation }));
    expect(files.get('v9.0/contract/gen/schemas/operations/box.ts')).toContain(
      `responses: { ${status}: { kind: '${kind}'`,
    );
  });

  it('contains the operations by noun and verb, and the rules between parameters', async () => {
    const parameters = [parameter('a', 'query'), parameter('b', 'query')];
    const rules = [{ kind: 'excludes', fields: ['a', 'b'], sentence: 'Not both.' }];
    const files = await serversOf(
      documentWith({ BoxDelete: { parameters, 'x-lading-rules': rules, ...responses('204') } }),
    );
    const text = (path: string) => files.get(`v9.0/${path}`) ?? '';
    expect(oneLine(text('contract/gen/contract.ts'))).toContain(
      "export const contract: Contract = /* @__PURE__ */ contractOf('9.0', {box: {delete: [boxDelete, boxDeleteSchemas]}});",
    );
    expect(text('contract/gen/operations/box.ts')).toContain("  id: 'BoxDelete',\n  method: 'GET',\n");
    expect(text('contract/gen/schemas/operations/box.ts')).toContain(
      "  rules: [{ kind: 'excludes', fields: ['a', 'b'], description: 'Not both.' }],\n",
    );
    expect(text('server/gen/box.ts')).toContain('  delete: (call: BoxDeleteCall) => Awaitable<BoxDeleteResult>;\n');
  });

  it('never sets a prototype', async () => {
    const { operation, schemas } = await boxOf(
      { parameters: [parameter('__proto__', 'query')], ...json(reference('Item')) },
      { Item: { type: 'object', properties: { ['__proto__']: { type: 'string' } } } },
    );
    expect(operation).toContain("query: { ['__proto__']: 'plain' },\n");
    expect(schemas).toContain("query: { ['__proto__']: string },\n");
  });
});

/** Returns the schemas of an operation that responds with `Item`. */
async function schemasOf(schemas: JsonObject): Promise<string> {
  const files = await serversOf(documentWith({ BoxDo: json(reference('Item')) }, '9.0', schemas));
  return [...files].flatMap(([path, text]) => (/\/gen\/schemas\/\w+\.ts$/.test(path) ? [text] : [])).join('\n');
}
