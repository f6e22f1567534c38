/**
 * Generated servers: calls and results of handlers, and only differing declarations in a version that extends another.
 */
import { describe, expect, it } from 'vitest';
import { withProductName, versionsOfSpec } from '../../overlay/index.js';
import type { JsonObject } from '../../document/index.js';
import { repositoryPath } from '../../generate/repository.js';
import { readSpec } from '../../read/index.js';
import { oneLine } from './testing/one-line.js';
import { responses, boxOf, content, documentWith, parameter, serversOf, serversOfVersions } from './testing/servers.js';

const item = { type: 'object', properties: { Id: { type: 'string' } } };
const failing = { type: 'object', properties: { error: { type: 'string' } } };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject) => responses('200', content('application/json', schema));

describe('the result', () => {
  const bytes = { type: 'string', format: 'binary' };
  const raw = { schema: bytes, 'x-lading-stream': { kind: 'raw' } };
  const frames = { schema: bytes, 'x-lading-stream': { kind: 'multiplexed' } };
  it.each<[string, JsonObject, string, string]>([
    [
      'JSON',
      json(reference('Item')),
      'BoxDoResponse | Reply<200, BoxDoResponse>',
      "200: { kind: 'json', schema: item }",
    ],
    [
      'JSON of another name',
      responses('200', content('application/boxes+json', reference('Item'))),
      'BoxDoResponse | Reply<200, BoxDoResponse>',
      "200: { kind: 'json', schema: item, mediaType: 'application/boxes+json' }",
    ],
    [
      'text',
      responses('200', content('text/plain', { type: 'string' })),
      'string | Reply<200, string>',
      "200: { kind: 'text' }",
    ],
    ['nothing', responses('204'), 'void | Reply<204>', "204: { kind: 'nothing' }"],
    [
      'nothing twice',
      { responses: { '204': { description: '' }, '304': { description: '' } } },
      'void | Reply<204 | 304>',
      "204: { kind: 'nothing' }, 304: { kind: 'nothing' }",
    ],
    [
      'no content for status 304, whatever the document says',
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
      "200: { kind: 'json', schema: item }, 202: { kind: 'nothing' }",
    ],
    [
      'whatever its status',
      responses('default', content('application/json', reference('Item'))),
      "Item | Reply<200 | StatusIn<'default'>, Item>",
      "200: { kind: 'json', schema: item }, default: { kind: 'json', schema: item }",
    ],
    [
      'headers',
      responses('200', { headers: { 'X-Stat': { required: true, schema: { type: 'string' } } } }),
      'void | Reply<200>',
      "200: { kind: 'nothing', headers: { 'X-Stat': { encoding: 'plain', schema: string, required: true } } }",
    ],
    [
      'a header that is declared twice',
      responses('204', {
        headers: { 'X-Box': { schema: { type: 'string' } }, 'x-box': { schema: { type: 'boolean' } } },
      }),
      'void | Reply<204>',
      "204: { kind: 'nothing', headers: { 'x-box': { encoding: 'plain', schema: boolean } } }",
    ],
    [
      'JSON lines',
      responses('200', content('application/json', reference('Item'), 'json-lines')),
      'ItemSource<Item> | Reply<200, ItemSource<Item>>',
      "200: { kind: 'json-lines', schema: item }",
    ],
    [
      'JSON lines whose base reports errors',
      responses('200', content('application/json', reference('Derived'), 'json-lines')),
      'ItemSource<Derived> | Reply<200, ItemSource<Derived>>',
      "200: { kind: 'progress', schema: derived }",
    ],
    [
      'output',
      responses('200', { content: { 'application/x-raw': raw, 'application/x-frames': frames } }),
      'OutputSource | Reply<200, OutputSource>',
      "200: { kind: 'output', mediaType: 'application/x-raw', framesType: 'application/x-frames' }",
    ],
    [
      'an archive',
      responses('200', content('application/octet-stream', bytes, 'tar')),
      'ByteSource | Reply<200, ByteSource>',
      "200: { kind: 'tar', mediaType: 'application/octet-stream' }",
    ],
    [
      'bytes',
      responses('200', content('image/png', bytes)),
      'ByteSource | Reply<200, ByteSource>',
      "200: { kind: 'bytes', mediaType: 'image/png' }",
    ],
    [
      'a WebSocket',
      responses('101', { 'x-lading-stream': { kind: 'websocket' } }),
      'Session | Reply<101, Session>',
      "101: { kind: 'websocket' }",
    ],
    [
      'HTTP/2',
      responses('101', { 'x-lading-stream': { kind: 'http2' } }),
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
  ])('%s', async (_name, given, type, responses) => {
    const { handlers, schemas } = await boxOf(given, {
      Item: item,
      Derived: { allOf: [reference('Failing'), item] },
      Failing: failing,
    });
    expect(handlers).toContain(`export type BoxDoResult = ${type};\n`);
    expect(oneLine(schemas)).toContain(oneLine(`: OperationSchemas = { responses: { ${responses} }, };`));
  });

  it('of HEAD is never a body', async () => {
    const { handlers } = await boxOf({
      method: 'head',
      ...responses('200', content('text/plain', { type: 'string' })),
    });
    expect(handlers).toContain('export type BoxDoResult = void | Reply<200>;');
  });

  it('may be empty if a client can detach from the connection', async () => {
    const body = { requestBody: { content: { 'application/json': { schema: reference('Start') } } } };
    const responses = {
      '101': { description: '', 'x-lading-stream': { kind: 'upgrade' } },
      '200': { description: '' },
    };
    const schemas = { Start: { type: 'object', properties: { Detach: { type: 'boolean' } } } };
    const { handlers } = await boxOf({ method: 'post', ...body, responses }, schemas);
    expect(handlers).toContain('export type BoxDoResult = Session | void | Reply<101 | 200, Session> | Reply<200>;');
  });
});

describe('the call', () => {
  it('has the parameters by location, and the body', async () => {
    const { handlers, operation, schemas } = await boxOf(
      {
        path: '/boxes/{id}',
        method: 'post',
        parameters: [parameter('id', 'path', true), parameter('size', 'query'), parameter('X-Box', 'header')],
        requestBody: { required: true, ...content('application/json', reference('Item')) },
        ...responses('204'),
      },
      { Item: item },
    );
    expect(handlers).toContain('export type BoxDoCall = Call<BoxDoPath, BoxDoQuery, BoxDoHeaders, BoxDoRequest>;\n');
    expect(oneLine(operation)).toContain(
      oneLine(`query: { size: 'plain' }, headers: { 'X-Box': 'plain' }, body: ['application/json'] };`),
    );
    expect(oneLine(schemas)).toContain(
      oneLine(
        `parameters: { path: { id: string }, query: { size: string }, headers: { 'X-Box': string }, },
        body: { schema: item, required: true },`,
      ),
    );
  });

  it('has no type arguments for absent parts', async () => {
    expect((await boxOf(responses('204'))).handlers).toContain('export type BoxDoCall = Call;\n');
  });

  it('may lack an optional body', async () => {
    const requestBody = content('application/json', reference('Item'));
    const { handlers, operation } = await boxOf({ method: 'post', requestBody, ...responses('204') }, { Item: item });
    expect(handlers).toContain('export type BoxDoCall = Call<unknown, unknown, unknown, BoxDoRequest | undefined>;\n');
    expect(operation).toContain("  body: ['application/json'],\n");
  });

  it('has bytes as a stream, whatever the media type', async () => {
    const bytes = { schema: { type: 'string', format: 'binary' } };
    const requestBody = { required: true, content: { 'application/x-tar': bytes, 'application/octet-stream': bytes } };
    const { handlers, operation } = await boxOf({ method: 'put', requestBody, ...responses('204') });
    expect(handlers).toContain('export type BoxDoCall = Call<unknown, unknown, unknown, Readable>;\n');
    expect(oneLine(operation)).toContain("body: ['application/x-tar', 'application/octet-stream']");
  });

  it.each([true, false])('has a parameter whose values may contain slashes: %s', async (wanted) => {
    const name = { ...parameter('name', 'path', true), ...(wanted && { 'x-lading-slashes': true }) };
    const { operation } = await boxOf({ path: '/boxes/{name}/json', parameters: [name], ...responses('204') });
    expect(operation.includes('  slashes: true,\n')).toBe(wanted);
  });
});

it('documents what handlers do and throw', async () => {
  const responses = {
    '204': { description: '' },
    '404': { description: 'No such box.' },
    '418': { description: 'Tea.' },
  };
  const { handlers } = await boxOf({ summary: 'Do it', description: 'At once.', deprecated: true, responses });
  expect(handlers).toContain(`export interface BoxHandlers {
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
  it('avoid those of the runtime', async () => {
    const files = await serversOf(
      documentWith(
        {
          BoxGet: json(reference('BoxGet')),
          ReplyGet: json(reference('Optional')),
          ContractGet: json(reference('Schema')),
        },
        '9.0',
        { BoxGet: item, Optional: item, Schema: item },
      ),
    );
    const schemas = files.get('v9.0/contract/gen/schemas/index.ts') ?? '';
    for (const name of ['boxGet', 'optional2', 'schema']) expect(schemas).toMatch(new RegExp(`\\b${name}\\b`));
  });

  it('of handlers avoid properties that every object has', async () => {
    const { handlers, contract } = await boxOf(responses('204'), {}, 'BoxToString');
    expect(contract).toContain('    toString_: [boxToString, boxToStringSchemas],\n');
    expect(handlers).toContain('  toString_: (call: BoxToStringCall) =>');
  });
});

describe('a version that extends another', () => {
  const newer = documentWith(
    {
      BoxList: json(reference('Item')),
      BoxDrop: responses('204'),
      BoxOpen: responses('204'),
      LidTurn: responses('204'),
    },
    '10.0',
    { Item: item },
  );
  const older = (schemas: JsonObject, operations: Readonly<Record<string, JsonObject>> = {}) =>
    documentWith(
      { BoxList: json(reference('Item')), BoxDrop: responses('204'), LidTurn: responses('204'), ...operations },
      '9.0',
      schemas,
    );
  const generated = (files: ReadonlyMap<string, string>) =>
    [...files.keys()].flatMap((path) => /^v9.0\/(.*\/gen\/.*)/.exec(path)?.[1]?.replace('/gen/', '/') ?? []);

  it('contains only differing declarations, including those with a differing schema', async () => {
    const files = await serversOf(newer, older({ Item: { ...item, required: ['Id'] } }));
    const text = (path: string) => files.get(`v9.0/${path}`) ?? '';
    expect(generated(files)).toEqual([
      'contract/operations/index.ts',
      'contract/schemas/box.ts',
      'contract/schemas/operations/box.ts',
      'contract/schemas/index.ts',
      'contract/contract.ts',
      'contract/index.ts',
      'server/box.ts',
      'server/engine.ts',
      'server/index.ts',
      'server/exact/engine.ts',
      'server/exact/index.ts',
    ]);
    expect(text('contract/gen/operations/index.ts')).toContain(
      "export { boxDrop, boxList, lidTurn } from '@lading/contract-v10.0/operations';\n",
    );
    const contract = text('contract/gen/contract.ts');
    expect(contract).toContain("import { boxDrop, boxList, lidTurn } from '@lading/contract-v10.0/operations';\n");
    expect(contract).toContain("import { boxDropSchemas, lidTurnSchemas } from '@lading/contract-v10.0/schemas';\n");
    expect(contract).toContain("import { boxListSchemas } from './schemas/operations/box.js';\n");
    const box = text('server/gen/box.ts');
    expect(box).toContain("import type { BoxHandlers as BaseBoxHandlers, BoxListCall } from '@lading/server-v10.0';");
    expect(box).toContain("export interface BoxHandlers extends Omit<BaseBoxHandlers, 'list' | 'open'> {\n");
    expect(box).not.toContain('drop');
    expect(text('server/gen/index.ts')).not.toContain('BoxOpen');
  });

  it('re-exports equal declarations from the entry point that exports them', async () => {
    const files = await serversOf(newer, older({ Item: item }, { BoxShut: json(reference('Item')) }));
    expect(generated(files)).toEqual([
      'contract/operations/box.ts',
      'contract/operations/index.ts',
      'contract/schemas/operations/box.ts',
      'contract/schemas/index.ts',
      'contract/contract.ts',
      'contract/index.ts',
      'server/box.ts',
      'server/engine.ts',
      'server/index.ts',
      'server/exact/engine.ts',
      'server/exact/index.ts',
    ]);
    expect(files.get('v9.0/contract/gen/schemas/operations/box.ts')).toContain(
      "import { item } from '@lading/contract-v10.0/schemas';\n",
    );
    expect(files.get('v9.0/server/gen/box.ts')).not.toContain('BoxListResult');
  });

  it('depends only on the packages that it mentions', async () => {
    const files = await serversOf(newer, older({ Item: item }));
    const manifest = (kind: string) =>
      JSON.parse(files.get(`v9.0/${kind}/package.json`) ?? '') as Readonly<Record<string, object>>;
    expect(Object.keys(manifest('server').dependencies ?? {})).toEqual([
      '@lading/contract-v9.0',
      '@lading/runtime-server',
      '@lading/server-v10.0',
      '@lading/types-v9.0',
    ]);
    expect(Object.keys(manifest('contract').dependencies ?? {})).toEqual([
      '@lading/contract-v10.0',
      '@lading/runtime-wire',
    ]);
    expect(Object.keys(manifest('contract').exports ?? {})).toEqual([
      '.',
      './operations',
      './schemas',
      './package.json',
    ]);
  });
});

it('contains only the modules of 1.41 that differ from 1.44', async () => {
  const spec = readSpec(repositoryPath('spec'));
  const two = versionsOfSpec(spec).filter(({ document }) => ['1.44', '1.41'].includes(document.version));
  const files = await serversOfVersions(withProductName(two, spec.product));
  const own = (kind: string) =>
    [...files.keys()].flatMap((path) => new RegExp(`^v1\\.41/${kind}/gen/(.*)\\.ts$`).exec(path)?.[1] ?? []).sort();
  expect(
    own('server')
      .filter((path) => !path.startsWith('exact/'))
      .join(' '),
  ).toBe('container engine exec image index network node plugin service system task volume');
  expect(
    own('contract')
      .filter((path) => !path.startsWith('schemas/'))
      .join(' '),
  ).toBe('contract index operations/address operations/container operations/image operations/index operations/system');
});

it('is the same in every run', async () => {
  const document = documentWith({ BoxDo: json(reference('Item')) }, '9.0', { Item: item });
  expect(await serversOf(document)).toEqual(await serversOf(document));
});
