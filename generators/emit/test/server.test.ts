/** What the servers say of operations and shapes: calls, results, contracts, and only what differs where a version extends another. */
import { describe, expect, it } from 'vitest';
import { withProductName, versionsOfSpec } from '../../overlay/index.js';
import type { JsonObject } from '../../document/index.js';
import { repositoryPath } from '../../cli/repository.js';
import { readSpec } from '../../read/index.js';
import { answers, boxOf, content, documentWith, parameter, serversOf, serversOfVersions } from './testing/servers.js';

const item = { type: 'object', properties: { Id: { type: 'string' } } };
const failing = { type: 'object', properties: { error: { type: 'string' } } };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject) => answers('200', content('application/json', schema));

describe('the result', () => {
  const bytes = { type: 'string', format: 'binary' };
  const raw = { schema: bytes, 'x-lading-stream': { kind: 'raw' } };
  const frames = { schema: bytes, 'x-lading-stream': { kind: 'multiplexed' } };
  it.each<[string, JsonObject, string, string]>([
    [
      'JSON',
      json(reference('Item')),
      'BoxDoResponse | Reply<200, BoxDoResponse>',
      "200: { kind: 'json', shape: item }",
    ],
    [
      'JSON of another name',
      answers('200', content('application/boxes+json', reference('Item'))),
      'BoxDoResponse | Reply<200, BoxDoResponse>',
      "200: { kind: 'json', shape: item, mediaType: 'application/boxes+json' }",
    ],
    [
      'text',
      answers('200', content('text/plain', { type: 'string' })),
      'string | Reply<200, string>',
      "200: { kind: 'text' }",
    ],
    ['nothing', answers('204'), 'void | Reply<204>', "204: { kind: 'nothing' }"],
    [
      'nothing twice',
      { responses: { '204': { description: '' }, '304': { description: '' } } },
      'void | Reply<204 | 304>',
      "204: { kind: 'nothing' }, 304: { kind: 'nothing' }",
    ],
    [
      'nothing where nothing changed, whatever the document says',
      {
        responses: {
          '204': { description: '' },
          '304': { description: '', ...content('text/plain', { type: 'string' }) },
        },
      },
      'void | Reply<204 | 304>',
      "204: { kind: 'nothing' }, 304: { kind: 'nothing' }",
    ],
    [
      'one of two',
      {
        responses: {
          '200': { description: '', ...content('application/json', reference('Item')) },
          '202': { description: '' },
        },
      },
      'BoxDoResponse | Reply<200, BoxDoResponse> | Reply<202>',
      "200: { kind: 'json', shape: item }, 202: { kind: 'nothing' }",
    ],
    [
      'whatever its status',
      answers('default', content('application/json', reference('Item'))),
      'Item | Reply<200, Item>',
      "200: { kind: 'json', shape: item }",
    ],
    [
      'headers',
      answers('200', { headers: { 'X-Stat': { required: true, schema: { type: 'string' } } } }),
      'void | Reply<200>',
      "200: { kind: 'nothing', headers: { 'X-Stat': { encoding: 'plain', shape: string, required: true } } }",
    ],
    [
      'a header, said twice',
      answers('204', {
        headers: { 'X-Box': { schema: { type: 'string' } }, 'x-box': { schema: { type: 'boolean' } } },
      }),
      'void | Reply<204>',
      "204: { kind: 'nothing', headers: { 'x-box': { encoding: 'plain', shape: boolean } } }",
    ],
    [
      'JSON lines',
      answers('200', content('application/json', reference('Item'), 'json-lines')),
      'ItemSource<Item> | Reply<200, ItemSource<Item>>',
      "200: { kind: 'json-lines', shape: item }",
    ],
    [
      'JSON lines whose base tells failures',
      answers('200', content('application/json', reference('Derived'), 'json-lines')),
      'ItemSource<Derived> | Reply<200, ItemSource<Derived>>',
      "200: { kind: 'progress', shape: derived }",
    ],
    [
      'output',
      answers('200', { content: { 'application/x-raw': raw, 'application/x-frames': frames } }),
      'OutputSource | Reply<200, OutputSource>',
      "200: { kind: 'output', mediaType: 'application/x-raw', framesType: 'application/x-frames' }",
    ],
    [
      'an archive',
      answers('200', content('application/octet-stream', bytes, 'tar')),
      'ByteSource | Reply<200, ByteSource>',
      "200: { kind: 'tar', mediaType: 'application/octet-stream' }",
    ],
    [
      'bytes',
      answers('200', content('image/png', bytes)),
      'ByteSource | Reply<200, ByteSource>',
      "200: { kind: 'bytes', mediaType: 'image/png' }",
    ],
    [
      'a WebSocket',
      answers('101', { 'x-lading-stream': { kind: 'websocket' } }),
      'Session | Reply<101, Session>',
      "101: { kind: 'websocket' }",
    ],
    [
      'HTTP/2',
      answers('101', { 'x-lading-stream': { kind: 'http2' } }),
      'Session | Reply<101, Session>',
      "101: { kind: 'http2' }",
    ],
    [
      'a connection',
      {
        responses: {
          '101': { description: '', 'x-lading-stream': { kind: 'upgrade' } },
          '200': { description: '', content: { 'a/b': raw } },
        },
      },
      'Session | Reply<101 | 200, Session>',
      "101: { kind: 'upgrade', mediaType: 'a/b' }, 200: { kind: 'upgrade', mediaType: 'a/b' }",
    ],
  ])('%s', async (_name, operation, type, contract) => {
    const text = await boxOf(operation, {
      Item: item,
      Derived: { allOf: [reference('Failing'), item] },
      Failing: failing,
    });
    expect(text).toContain(`export type BoxDoResult = ${type};\n`);
    expect(oneLine(text)).toContain(oneLine(`answers: { ${contract} }, };`));
  });

  it('of HEAD is never a body', async () => {
    const text = await boxOf({ method: 'head', ...answers('200', content('text/plain', { type: 'string' })) });
    expect(text).toContain('export type BoxDoResult = void | Reply<200>;');
  });

  it('may be nothing where a client can leave the connection alone', async () => {
    const body = { requestBody: { content: { 'application/json': { schema: reference('Start') } } } };
    const responses = {
      '101': { description: '', 'x-lading-stream': { kind: 'upgrade' } },
      '200': { description: '' },
    };
    const schemas = { Start: { type: 'object', properties: { Detach: { type: 'boolean' } } } };
    const text = await boxOf({ method: 'post', ...body, responses }, schemas);
    expect(text).toContain('export type BoxDoResult = Session | void | Reply<101 | 200, Session> | Reply<200>;');
  });
});

describe('the call', () => {
  it('has the parameters by their places, and the body', async () => {
    const text = await boxOf(
      {
        path: '/boxes/{id}',
        method: 'post',
        parameters: [parameter('id', 'path', true), parameter('size', 'query'), parameter('X-Box', 'header')],
        requestBody: { required: true, ...content('application/json', reference('Item')) },
        ...answers('204'),
      },
      { Item: item },
    );
    expect(text).toContain('export type BoxDoCall = Call<BoxDoPath, BoxDoQuery, BoxDoHeaders, BoxDoRequest>;\n');
    expect(oneLine(text)).toContain(
      oneLine(`parameters: {
        path: { id: { encoding: 'plain', shape: string, required: true } },
        query: { size: { encoding: 'plain', shape: string } },
        headers: { 'X-Box': { encoding: 'plain', shape: string } },
      },
      body: { kind: 'json', shape: item, required: true },`),
    );
  });

  it('is not said in what is not there', async () => {
    expect(await boxOf(answers('204'))).toContain('export type BoxDoCall = Call;\n');
  });

  it('may be without a body that is not required', async () => {
    const requestBody = content('application/json', reference('Item'));
    const text = await boxOf({ method: 'post', requestBody, ...answers('204') }, { Item: item });
    expect(text).toContain('export type BoxDoCall = Call<unknown, unknown, unknown, BoxDoRequest | undefined>;\n');
    expect(text).toContain("  body: { kind: 'json', shape: item },\n");
  });

  it('has bytes as a stream, whatever they are called', async () => {
    const bytes = { schema: { type: 'string', format: 'binary' } };
    const requestBody = { required: true, content: { 'application/x-tar': bytes, 'application/octet-stream': bytes } };
    const text = await boxOf({ method: 'put', requestBody, ...answers('204') });
    expect(text).toContain('export type BoxDoCall = Call<unknown, unknown, unknown, Readable>;\n');
    expect(oneLine(text)).toContain(
      "body: {kind: 'bytes', mediaTypes: ['application/x-tar', 'application/octet-stream'], required: true}",
    );
  });

  it.each([true, false])('has a parameter whose values may hold slashes: %s', async (wanted) => {
    const name = { ...parameter('name', 'path', true), ...(wanted && { 'x-lading-slashes': true }) };
    const text = await boxOf({ path: '/boxes/{name}/json', parameters: [name], ...answers('204') });
    expect(text.includes('  slashes: true,\n')).toBe(wanted);
  });
});

describe('a shape', () => {
  it.each<[string, JsonObject, string]>([
    ['text', { type: 'string' }, 'string'],
    ['text with bounds', { type: 'string', pattern: '^a', maxLength: 3 }, "text({ pattern: '^a', maxLength: 3 })"],
    ['a time', { type: 'string', format: 'date-time' }, "text({ format: 'date-time' })"],
    ['an integer', { type: 'integer' }, 'integer()'],
    [
      'an integer with bounds',
      { type: 'integer', format: 'int64', minimum: 0, maximum: 9, 'x-lading-sentinels': [-1] },
      "integer({ format: 'int64', minimum: 0, maximum: 9, sentinels: [-1] })",
    ],
    ['a number', { type: 'number', minimum: 0.5 }, 'number({ minimum: 0.5 })'],
    ['a truth', { type: 'boolean' }, 'boolean'],
    ['anything', {}, 'any'],
    ['null too', { type: ['string', 'null'] }, 'nullable(string)'],
    ['a list', { type: 'array', minItems: 1, items: { type: 'string' } }, 'list(string, { min: 1 })'],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, 'map(integer())'],
    ['a shape', reference('Other'), 'ref(() => other)'],
    ['a shape or null', { anyOf: [reference('Other'), { type: 'null' }] }, 'nullable(ref(() => other))'],
    ['an enum', { enum: ['a', 'b'], type: 'string' }, 'ref(() => itemField)'],
  ])('%s', async (_name, schema, code) => {
    const Item = { type: 'object', properties: { Field: schema } };
    expect(await shapesOf({ Item, Other: item })).toContain(
      `export const item: Shape = record({\n  Field: optional(${code}),\n});\n`,
    );
  });

  it('says closed and open enums', async () => {
    const text = await shapesOf({
      Item: { type: 'object', required: ['Kind'], properties: { Kind: reference('Kind'), State: reference('State') } },
      Kind: { type: 'string', enum: ['flat', 'tall'] },
      State: { anyOf: [{ type: 'string', enum: ['open'] }, { type: 'string' }] },
    });
    expect(text).toContain('  Kind: required(ref(() => kind)),\n  State: optional(ref(() => state)),\n');
    expect(text).toContain("export const kind: Shape = choice(['flat', 'tall']);\n");
    expect(text).toContain("export const state: Shape = choice(['open'], { open: true });\n");
  });

  it('has the fields and rules of its bases, the nearest first', async () => {
    const rules = (sentence: string) => ({
      'x-lading-rules': [{ kind: 'requires', fields: ['A', 'B'], sentence }],
    });
    const text = await shapesOf({
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
      oneLine(`export const item: Shape = record(
        { A: optional(string), B: optional(integer()), },
        { rules: [
            { kind: 'requires', fields: ['A', 'B'], says: 'Of the base.' },
            { kind: 'requires', fields: ['A', 'B'], says: 'Own.' },
          ],
        },
      );`),
    );
    expect(text).not.toContain('const base');
  });

  it('takes what unknown keys hold from its bases too', async () => {
    const field = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    const text = await shapesOf({
      Item: { allOf: [reference('Other'), reference('Rest'), field('A')] },
      Other: field('B'),
      Rest: { ...field('C'), additionalProperties: { type: 'integer' } },
    });
    const fields = ['B', 'C', 'A'].map((name) => `${name}: optional(string), `).join('');
    expect(oneLine(text)).toContain(
      oneLine(`export const item: Shape = record({ ${fields} }, { rest: integer() }, );`),
    );
  });

  it('passes on the rules that can be checked, where they can be checked', async () => {
    const sentence = 'So it is.';
    const text = await shapesOf({
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
      "  Size: optional(integer({ rules: [{ kind: 'zero-or-minimum', value: 4, says: 'So it is.' }] })),\n".replace(
        /^ {2}/,
        '    ',
      ),
    );
    const [, rules] = /const item: [^]*?(rules: \[\n[^]*?\n {4}\],)/.exec(text) ?? [];
    expect(oneLine(rules ?? '')).toBe(
      oneLine(`rules: [
        { kind: 'only-when', fields: ['Lid', 'Size'], value: '|no', says: 'So it is.' },
        { kind: 'excludes', fields: ['Foot.A', 'Foot.B'], says: 'So it is.' },
      ],`),
    );
  });

  it('is there when an operation takes or gives it, and not for failures', async () => {
    const operation = {
      responses: {
        '200': { description: '', ...content('application/json', reference('Item')) },
        '404': { description: '', ...content('application/json', reference('Failing')) },
      },
    };
    const files = await serversOf(documentWith({ BoxDo: operation }, '9.0', { Item: item, Failing: failing }));
    expect(files.get('v9.0/server/gen/shapes/index.ts')).toMatch(/export \{ item \} from/);
  });
});

describe('the contract', () => {
  it('names the operations, the noun and the verb of their handlers, and the rules between parameters', async () => {
    const parameters = [parameter('a', 'query'), parameter('b', 'query')];
    const rules = [{ kind: 'excludes', fields: ['a', 'b'], sentence: 'Not both.' }];
    const files = await serversOf(
      documentWith({ BoxDelete: { parameters, 'x-lading-rules': rules, ...answers('204') } }),
    );
    expect(files.get('v9.0/server/gen/contract.ts')).toContain(
      "export const contract: Contract = {\n  version: '9.0',\n  operations: { BoxDelete: boxDelete },\n};\n",
    );
    const text = files.get('v9.0/server/gen/box.ts') ?? '';
    expect(text).toContain("  id: 'BoxDelete',\n  noun: 'box',\n  verb: 'delete',\n");
    expect(text).toContain("  rules: [{ kind: 'excludes', fields: ['a', 'b'], says: 'Not both.' }],\n");
    expect(text).toContain('  delete: (call: BoxDeleteCall) => Awaitable<BoxDeleteResult>;\n');
  });

  it('never sets a prototype', async () => {
    const text = await boxOf(
      { parameters: [parameter('__proto__', 'query')], ...json(reference('Item')) },
      { Item: { type: 'object', properties: { ['__proto__']: { type: 'string' } } } },
    );
    expect(text).toContain("query: { ['__proto__']: { encoding: 'plain', shape: string } },\n");
  });
});

it('says of handlers what they do, and what they throw', async () => {
  const responses = {
    '204': { description: '' },
    '404': { description: 'No such box.' },
    '418': { description: 'Tea.' },
  };
  const text = await boxOf({ summary: 'Do it', description: 'At once.', deprecated: true, responses });
  expect(text).toContain(`export interface BoxHandlers {
  /**
   * Do it.
   *
   * At once.
   *
   * \`GET /BoxDo\`
   *
   * @throws {@link NotFound} No such box.
   * @throws {@link HttpError} Tea.
   * @deprecated
   */
  do: (call: BoxDoCall) => Awaitable<BoxDoResult>;
}`);
});

describe('names', () => {
  it('give way to those of the run time, and shapes to operations', async () => {
    const files = await serversOf(
      documentWith(
        {
          BoxGet: json(reference('BoxGet')),
          ReplyGet: json(reference('Record')),
          ContractGet: json(reference('Shape')),
        },
        '9.0',
        { BoxGet: item, Record: item, Shape: item },
      ),
    );
    const shapes = files.get('v9.0/server/gen/shapes/index.ts') ?? '';
    for (const name of ['boxGetShape', 'recordShape', 'shape']) expect(shapes).toMatch(new RegExp(`\\b${name}\\b`));
    expect([...files.keys()].filter((path) => path.includes('gen/contract'))).toEqual([
      'v9.0/server/gen/contract2.ts',
      'v9.0/server/gen/contract.ts',
    ]);
  });

  it('of handlers are none that every object has', async () => {
    const text = await boxOf(answers('204'), {}, 'BoxToString');
    expect(text).toContain("  verb: 'toString_',\n");
    expect(text).toContain('  toString_: (call: BoxToStringCall) =>');
  });
});

describe('a version that extends another', () => {
  const newer = documentWith(
    { BoxList: json(reference('Item')), BoxDrop: answers('204'), BoxOpen: answers('204'), LidTurn: answers('204') },
    '10.0',
    { Item: item },
  );
  const older = (schemas: JsonObject, operations: Readonly<Record<string, JsonObject>> = {}) =>
    documentWith(
      { BoxList: json(reference('Item')), BoxDrop: answers('204'), LidTurn: answers('204'), ...operations },
      '9.0',
      schemas,
    );
  const generated = (files: ReadonlyMap<string, string>) =>
    [...files.keys()].filter((path) => path.startsWith('v9.0/server/gen/')).map((path) => path.slice(16));

  it('holds only what differs, also by a shape behind it', async () => {
    const files = await serversOf(newer, older({ Item: { ...item, required: ['Id'] } }));
    expect(generated(files)).toEqual([
      'shapes/box.ts',
      'box.ts',
      'contract.ts',
      'engine.ts',
      'shapes/index.ts',
      'index.ts',
    ]);
    const box = files.get('v9.0/server/gen/box.ts') ?? '';
    expect(box).toContain("import type { BoxHandlers as BaseBoxHandlers, BoxListCall } from '@lading/server-v10.0';");
    expect(box).toContain("export interface BoxHandlers extends Omit<BaseBoxHandlers, 'list' | 'open'> {\n");
    expect(box).not.toContain('boxDrop');
    const contract = files.get('v9.0/server/gen/contract.ts') ?? '';
    expect(contract).toContain(
      "import { boxDrop, lidTurn } from '@lading/server-v10.0';\nimport { boxList } from './box.js';",
    );
    expect(files.get('v9.0/server/gen/index.ts')).not.toContain('boxOpen');
  });

  it('takes what is the same from there, shapes by their own door', async () => {
    const files = await serversOf(newer, older({ Item: item }, { BoxShut: json(reference('Item')) }));
    expect(generated(files)).toEqual(['box.ts', 'contract.ts', 'engine.ts', 'shapes/index.ts', 'index.ts']);
    const box = files.get('v9.0/server/gen/box.ts') ?? '';
    expect(box).toContain("import { item } from '@lading/server-v10.0/shapes';\n");
    expect(box).not.toContain('BoxListResult');
    expect(files.get('v9.0/server/gen/shapes/index.ts')).toContain(
      "export { item } from '@lading/server-v10.0/shapes';\n",
    );
  });

  it('needs the packages that it mentions, and no others', async () => {
    const files = await serversOf(newer, older({ Item: item }));
    const manifest = JSON.parse(files.get('v9.0/server/package.json') ?? '') as Readonly<Record<string, object>>;
    expect(Object.keys(manifest.dependencies ?? {})).toEqual([
      '@lading/runtime-server',
      '@lading/server-v10.0',
      '@lading/types-v9.0',
    ]);
    expect(Object.keys(manifest.exports ?? {})).toEqual(['.', './shapes', './package.json']);
  });
});

it('holds of 1.41 only what differs from 1.44', async () => {
  const spec = readSpec(repositoryPath('spec'));
  const files = await serversOfVersions(withProductName(versionsOfSpec(spec), spec.product));
  const own = [...files.keys()].filter((path) => path.startsWith('v1.41/server/gen/')).map((path) => path.slice(17));
  expect(own.sort()).toEqual([
    'container.ts',
    'contract.ts',
    'engine.ts',
    'exec.ts',
    'image.ts',
    'index.ts',
    'network.ts',
    'node.ts',
    'plugin.ts',
    'service.ts',
    'shapes/common.ts',
    'shapes/container.ts',
    'shapes/exec.ts',
    'shapes/image.ts',
    'shapes/index.ts',
    'shapes/network.ts',
    'shapes/node.ts',
    'shapes/plugin.ts',
    'shapes/service.ts',
    'shapes/system.ts',
    'shapes/task.ts',
    'shapes/volume.ts',
    'system.ts',
    'task.ts',
    'volume.ts',
  ]);
});

it('is the same whenever it is made', async () => {
  const document = documentWith({ BoxDo: json(reference('Item')) }, '9.0', { Item: item });
  expect(await serversOf(document)).toEqual(await serversOf(document));
});

/** The shapes of an operation that answers with `Item`. */
async function shapesOf(schemas: JsonObject): Promise<string> {
  const files = await serversOf(documentWith({ BoxDo: json(reference('Item')) }, '9.0', schemas));
  return [...files].flatMap(([path, text]) => (path.includes('/gen/shapes/') ? [text] : [])).join('\n');
}

function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll(/([[({]) /g, '$1')
    .replaceAll(/ ([\])}])/g, '$1')
    .replaceAll(/,([\])}])/g, '$1')
    .trim();
}
