/** Large bodies that are expensive to parse: they are rejected early, or read in little time. */
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { any, arrayOf, mapOf, optional, object, string } from '@lading/runtime-wire';
import { createEngineServer, type Contract } from '../../src/index.js';
import { textOf } from '../server/request.js';

const contract: Contract = {
  version: '1.0',
  operations: {
    Create: {
      id: 'Create',
      noun: 'a',
      verb: 'create',
      method: 'POST',
      path: '/create',
      body: {
        kind: 'json',
        schema: object({ Labels: optional(mapOf(string)), Env: optional(arrayOf(string)), Other: optional(any) }),
        required: true,
      },
      responses: { 200: { kind: 'nothing' } },
    },
  },
};
const server = createEngineServer(contract, { a: { create: () => undefined } });

/** Returns 15 MiB of a repeated string. */
function repeatTo15MiB(piece: string, before = '', after = ''): string {
  return before + piece.repeat(Math.floor((15 * 2 ** 20) / piece.length)) + after;
}

async function sendBody(
  text: string,
): Promise<{ readonly status: number; readonly message: string; readonly time: number }> {
  const bytes = Buffer.from(text);
  const begin = performance.now();
  const response = await server.handle({
    method: 'POST',
    url: '/create',
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
    headersDistinct: {},
    body: () => Readable.from([bytes]),
    signal: new AbortController().signal,
    duplexSupport: 'stream',
  });
  return { status: response.status, message: await textOf(response), time: performance.now() - begin };
}

const deep = 'values within each other more than 100 levels deep';
const wide = 'more than 50000 values';
const keys = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":""`).join();

it.each<[string, string, number, string]>([
  ['[[[', repeatTo15MiB('['), 400, deep],
  ['[[[ after a string', repeatTo15MiB('[', '{"Other":"[[["}'), 400, deep],
  ['{"a":{"a":', repeatTo15MiB('{"a":'), 400, deep],
  ['[[]]', repeatTo15MiB('[', '', ']'.repeat(2 ** 20)), 400, deep],
  ['[],[],', repeatTo15MiB('[],', '[', '[]]'), 400, wide],
  ['{},{},', repeatTo15MiB('{},', '{"Env":[', '{}]}'), 400, wide],
  ['0,0,', repeatTo15MiB('0,', '{"Other":[', '0]}'), 400, wide],
  ['"","",', repeatTo15MiB('"",', '{"Env":[', '""]}'), 400, wide],
  ['many keys', `{"Labels":{${keys(1_000_000)}}}`, 400, wide],
  ['one key many times', repeatTo15MiB('"a":"",', '{"Labels":{', '"a":""}}'), 400, wide],
  ['as many keys as allowed', `{"Labels":{${keys(49_000)}}}`, 200, ''],
  ['as many equal keys as allowed', `{"Labels":{${'"a":"",'.repeat(49_000)}"a":""}}`, 200, ''],
  ['as many properties in another case as allowed', `{${'"Env":["a"],"env":[],'.repeat(12_000)}"Env":["b"]}`, 200, ''],
  ['as many errors as allowed', `{"Env":[${'0,'.repeat(49_000)}0]}`, 400, '/body/Env/0 must be a string'],
  ['a long string', `{"Other":${JSON.stringify('x'.repeat(15 * 2 ** 20))}}`, 200, ''],
  ['a long string of colons', `{"Other":"${repeatTo15MiB(':')}"}`, 200, ''],
  ['a long string of escapes', `{"Other":"${repeatTo15MiB('\\u0041')}"}`, 200, ''],
  [
    'a long string with colons after quotes, and a repeated key',
    `{"Other":"${repeatTo15MiB('\\":')}","Env":[],"Env":["a"]}`,
    200,
    '',
  ],
  ['spaces', repeatTo15MiB(' ', '{', '}'), 200, ''],
])('%s', { retry: 2 }, async (_, text, status, message) => {
  const response = await sendBody(text);
  expect([response.status, response.message]).toEqual([status, expect.stringContaining(message)]);
  expect(response.message.length).toBeLessThan(50_000);
  // Many times that of a busy machine; what is not linear in the length takes minutes.
  expect(response.time).toBeLessThan(10_000);
});
