/** Parameters that parsers interpret differently: the handler receives the value that an engine would read. */
import { describe, expect, it } from 'vitest';
import { boolean, arrayOf, optional, object, string } from '@lading/runtime-wire';
import { createEngineServer, type Call, type Contract, type Method, type OperationContract } from '../../src/index.js';
import { request, textOf } from '../server/request.js';

const credentials = object({ username: optional(string), serveraddress: optional(string) });
const operation = (method: Method): OperationContract => ({
  id: method,
  noun: 'a',
  verb: 'read',
  method,
  path: '/read',
  parameters: {
    query: {
      force: { encoding: 'plain', schema: boolean },
      name: { encoding: 'plain', schema: string },
      outputs: { encoding: 'json', schema: arrayOf(object({ Type: optional(string), Attrs: optional(object({})) })) },
      filters: { encoding: 'json', schema: object({ label: optional(arrayOf(string)) }) },
    },
    headers: { 'X-Registry-Auth': { encoding: 'base64url-json', schema: credentials } },
  },
  responses: { 200: { kind: 'nothing' } },
});
const contract: Contract = {
  version: '1.0',
  operations: {
    ...Object.fromEntries((['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) => [method, operation(method)])),
    Plain: {
      id: 'Plain',
      noun: 'a',
      verb: 'read',
      method: 'GET',
      path: '/plain',
      responses: { 200: { kind: 'nothing' } },
    },
  },
};

async function readParameters(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<unknown> {
  let seen: unknown;
  const server = createEngineServer(contract, {
    a: { read: ({ query, headers: own }: Call<unknown, object, object>) => void (seen = { ...query, ...own }) },
  });
  const response = await server.handle(request(method, url, headers, body));
  return response.status === 200 ? seen : (JSON.parse(await textOf(response)) as { message: string }).message;
}

describe('queries', () => {
  it.each<[string, unknown]>([
    ['/read?name=a&name=b', { name: 'a' }],
    ['/read?name=a+b%2B', { name: 'a b+' }],
    ['/read?Name=a', {}],
    ['/read??name=a', {}],
    ['/read?x&?name=a&name=b', { name: 'b' }],
    ['/read?name=a;force=1', 'invalid semicolon separator in query'],
    ['/read?x=;&name=a', 'invalid semicolon separator in query'],
    ['/read?name=a%3Bforce=1', { name: 'a;force=1' }],
    ['/read?x=%zz&name=a', 'invalid URL escape "%zz"'],
    ['/read?outputs=[{"type":"local","TYPE":"tar"}]', { outputs: [{ Type: 'tar' }] }],
    [
      '/read?outputs=[{"Type":"local","Attrs":{"a":1},"Type":null,"attrs":{"b":2}}]',
      { outputs: [{ Type: 'local', Attrs: { a: 1, b: 2 } }] },
    ],
    ['/read?filters={"label":["a"],"label":["b"]}', { filters: { label: ['b'] } }],
    ['/read?filters={"label":{"a":true},"label":{"b":true}}', { filters: { label: ['b'] } }],
    ['/read?filters={"Label":["a"]}', "invalid filter 'Label'"],
    [`/read?filters={"${'x'.repeat(101)}":["a"]}`, `invalid filter '${'x'.repeat(100)}'`],
    ['/read?filters={"label":{"a":false}}', 'invalid filter'],
    ['/plain?x=%zz;', {}],
  ])('%s', async (url, wanted) => expect(await readParameters('GET', url)).toEqual(wanted));
});

describe('forms', () => {
  const form = 'application/x-www-form-urlencoded';

  it.each([
    ['POST', form, { name: 'form', force: true }],
    ['PUT', form, { name: 'form', force: true }],
    ['POST', 'Application/X-WWW-Form-URLEncoded ; charset=utf-8', { name: 'form', force: true }],
    ['POST', 'multipart/form-data', { name: 'query', force: false }],
    ['DELETE', form, { name: 'query', force: false }],
    ['GET', form, { name: 'query', force: false }],
  ])('%s with %s', async (method, type, wanted) =>
    expect(
      await readParameters(method, '/read?name=query&force=0', { 'content-type': type }, 'name=form&force=1'),
    ).toEqual(wanted),
  );
});

describe('credentials', () => {
  const encoded = (text: string): string =>
    Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_');

  it.each<[string, string, unknown]>([
    ['padded, for URLs', encoded('{"username":"a?"}'), { username: 'a?' }],
    [
      'with names in another case',
      encoded('{"Username":"a","ſerveraddreſſ":"b"}'),
      { username: 'a', serveraddress: 'b' },
    ],
    ['with repeated names', encoded('{"username":"a","username":"b","Username":null}'), { username: 'b' }],
    ['of two headers', `${encoded('{"username":"a"}')}, ${encoded('{"username":"b"}')}`, { username: 'a' }],
    ['without padding', encoded('{"username":"a?"}').replaceAll('=', ''), {}],
    ['in the standard alphabet', Buffer.from('{"username":"a??>"}').toString('base64'), {}],
    ['with too much padding', `${encoded('{"username":"a??"}')}==`, { username: 'a??' }],
    ['that are not JSON', encoded('{username'), {}],
    ['that are an array', encoded('[{"username":"a"}]'), {}],
    ['that are a string', encoded('"username"'), {}],
    ['that are null', encoded('null'), {}],
    ['of another type', encoded('{"username":1}'), {}],
  ])('%s', async (_, text, wanted) =>
    expect(await readParameters('POST', '/read', { 'x-registry-auth': text })).toEqual({ 'X-Registry-Auth': wanted }),
  );
});
