/**
 * Generated clients: inputs, results and errors of operations, and only differing declarations in a version that
 * extends another.
 */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { emit } from '../../testing/emitter/index.js';
import { oneLine } from './testing/one-line.js';

/** Returns the files of the clients of these documents. */
async function clientsOf(...documents: readonly JsonObject[]): Promise<ReadonlyMap<string, string>> {
  const files = await emit(documents, [['client', { runtime: 'engine' }]], { scope: '@lading' });
  return new Map([...files].filter(([path]) => /\/(client|contract)\//.test(path)));
}

/** Returns a document with these operations at `/<noun>s/<verb>`. */
function documentWith(operations: Readonly<Record<string, JsonObject>>, version = '9.0', schemas: JsonObject = {}) {
  const tags = [...new Set(Object.keys(operations).map((id) => id.match(/^[A-Z][a-z]+/)?.[0] ?? ''))];
  const paths = Object.entries(operations).map(([id, { path, method, ...operation }]) => [
    String(path ?? `/${id}`),
    {
      [String(method ?? 'get')]: {
        operationId: id,
        tags: [tags.find((tag) => id.startsWith(tag)) ?? ''],
        ...operation,
      },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Boxes', version },
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(paths) as JsonObject,
    components: { schemas },
  };
}

const parameter = (name: string, place: string, required = false) => ({
  name,
  in: place,
  required,
  schema: { type: 'string' },
});
const responses = (status: string, response: JsonObject = {}) => ({
  responses: { [status]: { description: '', ...response } },
});
const content = (mediaType: string, schema: JsonObject, kind?: string) => ({
  content: { [mediaType]: { schema, ...(kind && { 'x-lading-stream': { kind } }) } },
});
const item = { type: 'object', properties: { Id: { type: 'string' } } };
const failing = { type: 'object', properties: { error: { type: 'string' } } };

/** Returns the calls of the only operation of a document, and its contract. */
async function boxOf(operation: JsonObject, schemas: JsonObject = {}): Promise<string> {
  const files = await clientsOf(documentWith({ BoxDo: operation }, '9.0', schemas));
  return ['client/gen/box.ts', 'contract/gen/operations/box.ts']
    .map((path) => files.get(`v9.0/${path}`) ?? '')
    .join('');
}

describe('the result', () => {
  const bytes = { type: 'string', format: 'binary' };
  it.each<[string, JsonObject, string, string]>([
    ['JSON', responses('200', content('application/json', item)), 'Promise<BoxDoResponse>', '/* @__PURE__ */ json()'],
    ['text', responses('200', content('text/plain', { type: 'string' })), 'Promise<string>', 'text'],
    ['nothing', responses('204'), 'Promise<void>', 'nothing'],
    [
      'nothing twice',
      { responses: { '204': { description: '' }, '304': { description: '' } } },
      'Promise<Outcome>',
      'changed',
    ],
    [
      'headers',
      responses('200', { headers: { 'X-Stat': { schema: { type: 'string' } } } }),
      'Promise<BoxDoResponseHeaders>',
      '/* @__PURE__ */ headersOnly()',
    ],
    [
      'JSON lines',
      responses('200', content('application/json', { $ref: '#/components/schemas/Item' }, 'json-lines')),
      'Promise<JsonStream<Item>>',
      '/* @__PURE__ */ jsonLines()',
    ],
    [
      'JSON lines that report errors',
      responses('200', content('application/json', { $ref: '#/components/schemas/Failing' }, 'json-lines')),
      'Promise<JsonStream<Failing>>',
      '/* @__PURE__ */ progress()',
    ],
    [
      'JSON lines whose base reports errors',
      responses('200', content('application/json', { $ref: '#/components/schemas/Derived' }, 'json-lines')),
      'Promise<JsonStream<Derived>>',
      '/* @__PURE__ */ progress()',
    ],
    ['output', responses('200', content('application/x-raw', bytes, 'multiplexed')), 'Promise<Output>', 'output'],
    ['raw output', responses('200', content('application/vnd.boxes.raw-stream', bytes)), 'Promise<Output>', 'output'],
    ['other bytes', responses('200', content('application/octet-stream', bytes)), 'Promise<ByteStream>', 'bytes'],
    ['an archive', responses('200', content('application/octet-stream', bytes, 'tar')), 'Promise<TarStream>', 'tar'],
    ['a connection', responses('101', { 'x-lading-stream': { kind: 'upgrade' } }), 'Promise<Attachment>', 'attachment'],
    ['a WebSocket', responses('101', { 'x-lading-stream': { kind: 'websocket' } }), 'Promise<Duplex>', 'websocket'],
    ['HTTP/2', responses('101', { 'x-lading-stream': { kind: 'http2' } }), 'Promise<Duplex>', 'http2'],
  ])('%s', async (_name, operation, type, decoder) => {
    const text = await boxOf(operation, {
      Item: item,
      Failing: failing,
      Derived: { allOf: [{ $ref: '#/components/schemas/Failing' }, item] },
    });
    expect(text).toContain(`do(input?: NoInput, options?: CallOptions): ${type};`);
    expect(oneLine(text)).toContain(`/* @__PURE__ */ withDecoder(contractBoxDo, ${decoder});`);
  });

  it('of HEAD is never a body', async () => {
    const text = await boxOf({ method: 'head', ...responses('200', content('text/plain', { type: 'string' })) });
    expect(text).toContain('do(input?: NoInput, options?: CallOptions): Promise<void>;');
  });
});

describe('the input', () => {
  const body = (required: boolean, mediaType = 'application/json') => ({
    requestBody: { required, description: 'The thing.', ...content(mediaType, item) },
  });

  it('is flat, and optional if nothing is required', async () => {
    const text = await boxOf({
      parameters: [parameter('size', 'query'), parameter('X-Box', 'header')],
      ...responses('204'),
    });
    expect(text).toContain('export interface BoxDoInput extends BoxDoQuery, BoxDoHeaders {}\n');
    expect(text).toContain("query: { size: 'plain' },\n  headers: { 'X-Box': 'plain' },\n");
    expect(text).toContain('do(input?: BoxDoInput,');
  });

  it.each([true, false])('has a body that is required: %s', async (required) => {
    const text = await boxOf({
      method: 'post',
      parameters: [parameter('size', 'query')],
      ...body(required),
      ...responses('204'),
    });
    const mark = required ? '' : '?';
    expect(text).toContain(
      `export interface BoxDoInput extends BoxDoQuery {\n  /** The thing. */\n  body${mark}: BoxDoRequest;\n}`,
    );
    expect(text).toContain(`do(input${mark}: BoxDoInput,`);
    expect(text).toContain("  body: ['application/json'],\n");
  });

  it('prefers the tar media type if the contract has several', async () => {
    const bytes = { schema: { type: 'string', format: 'binary' } };
    const choice = { 'application/octet-stream': bytes, 'application/x-tar': bytes };
    const text = await boxOf({ method: 'put', requestBody: { content: choice }, ...responses('204') });
    expect(text).toContain("body: ['application/x-tar', ");
  });

  it.each<[string, JsonObject, string, string]>([
    [
      'path and query',
      { path: '/boxes/{id}', parameters: [parameter('id', 'path', true), parameter('id', 'query')] },
      'extends BoxDoPath {\n  query?: BoxDoQuery;\n}',
      "['query']",
    ],
    [
      'query and body',
      { method: 'post', parameters: [parameter('body', 'query', true)], ...body(false) },
      '{\n  query: BoxDoQuery;\n',
      "['query']",
    ],
    [
      'a name and the key of a location',
      {
        path: '/boxes/{query}',
        parameters: [parameter('query', 'path', true), parameter('a', 'query'), parameter('a', 'header')],
      },
      'extends BoxDoPath, BoxDoQuery {\n  headers?: BoxDoHeaders;\n}',
      "['headers']",
    ],
    [
      'a name and the key of a location that must be nested',
      {
        path: '/boxes/{headers}',
        parameters: [parameter('headers', 'path', true), parameter('a', 'query'), parameter('a', 'header')],
      },
      'extends BoxDoQuery {\n  path: BoxDoPath;\n  headers?: BoxDoHeaders;\n}',
      "['headers', 'path']",
    ],
  ])('nests colliding locations: %s', async (_name, operation, declared, nested) => {
    const text = await boxOf({ ...operation, ...responses('204') });
    expect(text).toContain(`export interface BoxDoInput ${declared}`);
    expect(oneLine(text)).toContain(`withDecoder(contractBoxDo, nothing, ${nested});`);
  });

  it('never sets a prototype', async () => {
    const text = await boxOf({ parameters: [parameter('__proto__', 'query')], ...responses('204') });
    expect(text).toContain("query: { ['__proto__']: 'plain' },\n");
  });
});

it('names the errors of the contract, and documents when they are thrown', async () => {
  const responses = {
    '204': { description: '' },
    '404': { description: 'No such box.' },
    '418': { description: 'Tea.' },
  };
  const text = await boxOf({ summary: 'Do it', description: 'At once.', deprecated: true, responses });
  expect(text).toContain('Operation<NoInput, void, NotFound | EngineError>');
  expect(text).toContain(`  /**
   * Do it.
   *
   * At once.
   *
   * \`GET /BoxDo\`
   *
   * @throws {@link NotFound} No such box.
   * @throws {@link EngineError} Tea.
   * @deprecated
   */`);
});

it('avoids names of engines, promises and the runtime', async () => {
  const files = await clientsOf(
    documentWith({
      ThenGet: responses('204'),
      CallGet: responses('204'),
      EngineGet: responses('204'),
      JsonGet: responses('204'),
    }),
  );
  const engine = files.get('v9.0/client/gen/engine.ts') ?? '';
  for (const member of ['then_: Then_Calls', 'call_: Call_Calls', 'engine: EngineCalls', 'json: JsonCalls'])
    expect(engine).toContain(`  readonly ${member};`);
  expect([...files.keys()].filter((path) => /\/client\/.*engine/.test(path))).toEqual([
    'v9.0/client/gen/engine2.ts',
    'v9.0/client/gen/engine.ts',
    'v9.0/client/gen/exact/engine.ts',
  ]);
});

describe('a version that extends another', () => {
  const json = (schema: JsonObject) => responses('200', content('application/json', schema));
  const reference = { $ref: '#/components/schemas/Item' };
  const newer = documentWith(
    { BoxList: json(reference), BoxDrop: responses('204'), BoxOpen: responses('204'), LidTurn: responses('204') },
    '10.0',
    { Item: item },
  );
  const older = (schemas: JsonObject, operations: Readonly<Record<string, JsonObject>> = {}) =>
    documentWith(
      { BoxList: json(reference), BoxDrop: responses('204'), LidTurn: responses('204'), ...operations },
      '9.0',
      schemas,
    );

  it('contains only differing declarations, including those with a differing type', async () => {
    const files = await clientsOf(newer, older({ Item: { ...item, required: ['Id'] } }));
    expect(files.has('v9.0/client/gen/lid.ts')).toBe(false);
    const box = files.get('v9.0/client/gen/box.ts') ?? '';
    expect(box).toContain("import { type BoxCalls as BaseBoxCalls, boxDrop } from '@lading/client-v10.0';");
    expect(box).toContain(
      "export interface BoxCalls extends Omit<BaseBoxCalls, 'list' | 'open'> {\n  /** `GET /BoxList` */",
    );
    expect(box).not.toContain('boxDrop:');
    expect(box).toContain('= {\n  list: boxList,\n  drop: boxDrop,\n};');
    const index = files.get('v9.0/client/gen/index.ts') ?? '';
    expect(index).toMatch(/export \{\n?[^}]*\blid\b[^}]*\} from '@lading\/client-v10\.0';/);
    expect(index).not.toContain('boxOpen');
  });

  it('re-exports equal declarations, although their types come from another package', async () => {
    const files = await clientsOf(newer, older({ Item: item }, { BoxOpen: responses('204') }));
    expect([...files.keys()].filter((path) => path.startsWith('v9.0/client/gen/'))).toEqual([
      'v9.0/client/gen/engine.ts',
      'v9.0/client/gen/index.ts',
      'v9.0/client/gen/exact/engine.ts',
      'v9.0/client/gen/exact/codec.ts',
      'v9.0/client/gen/exact/index.ts',
    ]);
  });

  it('depends only on the packages that it mentions', async () => {
    const files = await clientsOf(newer, older({ Item: item }));
    const { dependencies } = JSON.parse(files.get('v9.0/client/package.json') ?? '') as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual([
      '@lading/client-v10.0',
      '@lading/contract-v9.0',
      '@lading/runtime-client',
      '@lading/types-v9.0',
    ]);
  });
});
