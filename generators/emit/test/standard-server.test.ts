/** Generated servers of any API: the types of calls and results, the security handlers, and the README. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { emit } from '../../testing/emitter/index.js';
import { oneLine } from './testing/one-line.js';

const text = { type: 'string' };
const pet = { type: 'object', properties: { name: text } };
const json = (schema: JsonObject) => ({ description: '', content: { 'application/json': { schema } } });

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X' }, login: { type: 'http', scheme: 'basic' } },
  },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      put: {
        operationId: 'PetPut',
        tags: ['Pet'],
        security: [{ key: [] }],
        parameters: [{ name: 'session', in: 'cookie', schema: text }],
        requestBody: {
          content: {
            'multipart/form-data': { schema: pet },
            'application/xml': { schema: pet },
            'application/octet-stream': { schema: pet },
            'image/png': {},
          },
        },
        responses: {
          200: { description: '', content: { 'application/json': { schema: pet }, 'text/csv': { schema: text } } },
          404: json({ type: 'object', properties: { code: { type: 'integer' } } }),
        },
      },
      get: {
        operationId: 'PetWatch',
        tags: ['Pet'],
        security: [{ key: [] }, { login: [] }],
        responses: { 200: { description: '', content: { 'text/event-stream': { itemSchema: pet } } } },
      },
    },
  },
};

const files = () => emit([document], ['server'], { scope: '@acme' });

it('types calls with cookies and forms, and results with declared errors and streams', async () => {
  const handlers = oneLine((await files()).get('v1/server/gen/pet.ts') ?? '');
  expect(handlers).toContain(
    'PetPutPath, unknown, unknown, PetPutRequest | string | Readable | undefined, PetPutCookies',
  );
  expect(handlers).toContain('IdentifiedCall<{readonly key: unknown} | {readonly login: unknown}, PetWatchPath>');
  const results = [...handlers.matchAll(/export type (\w+Result) = ([^;]*);/g)].map(([, name, type]) => [name, type]);
  expect(results).toEqual([
    ['PetPutResult', 'PetPutResponse | string | Reply<200, PetPutResponse | string> | Reply<404, PetPutResponse404>'],
    ['PetWatchResult', 'ItemSource<PetWatchResponse> | Reply<200, ItemSource<PetWatchResponse>>'],
  ]);
});

it('requires the security handlers that operations cannot do without', async () => {
  const created = oneLine((await files()).get('v1/server/gen/server.ts') ?? '');
  expect(created).toContain('readonly key: SecurityHandler<string>');
  expect(created).toContain('readonly login?: SecurityHandler<BasicCredential>');
  expect(created).toContain('StandardOptions & {readonly security: SecurityWith<SecurityHandlers, Identities>}');
  expect(created).toContain('options: ServerOptions<Identities>): ApiServer');
});

it('names no engine, no archive and no upgrade in the README', async () => {
  const readme = (await files()).get('v1/server/README.md') ?? '';
  expect(readme).toContain('key: ({ credential }) =>');
  expect(readme).not.toMatch(/engine|docker|archive|terminal|upgraded|\{"message"\}/i);
});

it('gives handlers a stream of items as bytes, not as one JSON value', async () => {
  const requestBody = { content: { 'application/jsonl': { itemSchema: pet } } };
  const paths = { '/pets': { post: { operationId: 'PetLoad', tags: ['Pet'], requestBody, responses: {} } } };
  const all = await emit([{ ...document, paths }], ['server']);
  const textOf = (path: string) => all.get(`v1/${path}`);
  expect(textOf('contract/gen/schemas/operations/pet.ts')).not.toContain('body:');
  expect(textOf('server/gen/pet.ts')).toContain('Readable');
});
