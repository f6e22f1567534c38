/** JSON bodies as engines read them, and bodies that are not JSON. */
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type Schema, any, integer, arrayOf, nullable, optional, object, required, string } from '@lading/runtime-wire';
import { createEngineServer, type Call, type Contract, type OperationContract } from '../../src/index.js';
import { request, textOf } from '../server/request.js';

const operation = (id: string, schema: Schema, mustBe?: true): OperationContract => ({
  id,
  noun: 'a',
  verb: 'read',
  method: 'POST',
  path: `/${id}`,
  body: { kind: 'json', schema, ...(mustBe && { required: true }) },
  responses: { 200: { kind: 'nothing' } },
});
const contract: Contract = {
  version: '1.0',
  operations: {
    wanted: operation('wanted', object({ A: optional(string), B: optional(any) }), true),
    needed: operation('needed', object({ A: required(string) }), true),
    free: operation('free', object({ A: optional(string) })),
    ContainerCreate: operation('ContainerCreate', object({}), true),
    ImageCommit: operation('ImageCommit', object({})),
    listed: operation('listed', nullable(arrayOf(integer()))),
  },
};

async function readBody(path: string, body: string | Buffer | undefined, type?: string): Promise<unknown> {
  let seen: unknown = 'nothing';
  const server = createEngineServer(
    contract,
    { a: { read: (call: Call) => void (seen = call.body) } },
    { limits: { depth: 10, body: 1000 } },
  );
  const response = await server.handle(request('POST', path, type === undefined ? {} : { 'content-type': type }, body));
  return response.status === 200
    ? seen
    : [response.status, (JSON.parse(await textOf(response)) as { message: string }).message];
}

const json = 'application/json';
const noJson = "unsupported Content-Type header (x/y): must be 'application/json'";

it.each<[string, string | Buffer | undefined, string | undefined, unknown]>([
  ['wanted', '{"a":"x"}', json, { A: 'x' }],
  ['wanted', '{"a":"x"}\n', 'Application/JSON; charset=utf-8', { A: 'x' }],
  ['wanted', undefined, undefined, {}],
  ['wanted', '', undefined, {}],
  ['wanted', '', json, {}],
  ['wanted', 'null', json, {}],
  ['needed', undefined, undefined, [400, '/body/A is required']],
  ['ContainerCreate', undefined, undefined, [400, 'invalid JSON: got EOF while reading request body']],
  ['ContainerCreate', '', json, [400, 'invalid JSON: got EOF while reading request body']],
  ['ContainerCreate', '{}', json, {}],
  ['free', undefined, undefined, undefined],
  ['free', '', json, undefined],
  ['listed', 'null', json, null],
  ['listed', '[1,null]', json, [1, 0]],
  // Only with the option `exact` is it a bigint.
  ['listed', '[9007199254740993]', json, [2 ** 53]],
  ['wanted', '{}', undefined, [400, 'malformed Content-Type header (): mime: no media type']],
  ['wanted', '{}', ';x', [400, 'malformed Content-Type header (;x): mime: no media type']],
  ['wanted', '{}', 'x/y; a=b', [400, "unsupported Content-Type header (x/y; a=b): must be 'application/json'"]],
  ['wanted', '{}', 'x/y', [400, noJson]],
  ['wanted', '', 'x/y', [400, noJson]],
  ['wanted', '{"a":"x"}{}', json, [400, 'unexpected content after JSON']],
  ['wanted', '{"a":', json, [400, 'invalid JSON: unexpected EOF']],
  ['wanted', '{"password":secret}', json, [400, "invalid JSON: invalid character 's' looking for beginning of value"]],
  ['wanted', '[]', json, [400, '/body must be an object']],
  ['wanted', '{"A":"a","A":"b"}', json, { A: 'b' }],
  ['wanted', Buffer.from('{"A":"\xff"}', 'latin1'), json, { A: '\ufffd' }],
  ['wanted', `{"B":${'['.repeat(9)}${']'.repeat(9)}}`, json, { B: [[[[[[[[[]]]]]]]]] }],
  [
    'wanted',
    `{"B":${'['.repeat(11)}${']'.repeat(11)}}`,
    json,
    [400, 'invalid JSON: values within each other more than 10 levels deep'],
  ],
  ['wanted', `{"B":"${'[['.repeat(20)}"}`, json, { B: '[['.repeat(20) }],
  ['wanted', ' '.repeat(1001), json, [413, 'the request body is larger than 1000 bytes']],
])('%s %s %s', async (path, body, type, wanted) => expect(await readBody(`/${path}`, body, type)).toEqual(wanted));

it.each([
  ['free', json, 400],
  ['wanted', json, 400],
  ['free', undefined, 200],
  ['ImageCommit', json, 200],
])('responds to chunks without data for %s, %s, with %i', async (path, type, status) => {
  const read = { a: { read: () => undefined } };
  const head = request('POST', `/${path}`, type === undefined ? {} : { 'content-type': type });
  const response = await createEngineServer(contract, read).handle({ ...head, body: () => Readable.from([]) });
  expect(response.status).toBe(status);
  if (status === 400)
    expect(await textOf(response)).toBe('{"message":"invalid JSON: got EOF while reading request body"}\n');
});

it('treats the key __proto__ as data', async () => {
  const body = await readBody('/wanted', '{"__proto__":{"A":1},"constructor":2,"B":{"__proto__":3}}', json);
  expect(JSON.stringify(body)).toBe('{"__proto__":{"A":1},"constructor":2,"B":{"__proto__":3}}');
  expect((body as { A?: unknown }).A).toBeUndefined();
});
