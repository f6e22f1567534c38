/** Large bodies that are expensive to parse: they are rejected early, or read in little time. */
import { Readable } from 'node:stream';
import { expect, inject, it } from 'vitest';
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

/** The length of a body: near the limit of 16 MiB in a full run. */
const LENGTH = (inject('isFullRun') ? 15 : 4) * 2 ** 20;

/** Returns a repeated string of the length. */
function repeated(piece: string, before = '', after = ''): string {
  return before + piece.repeat(Math.floor(LENGTH / piece.length)) + after;
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
  ['[[[', repeated('['), 400, deep],
  ['[[[ after a string', repeated('[', '{"Other":"[[["}'), 400, deep],
  ['{"a":{"a":', repeated('{"a":'), 400, deep],
  ['[[]]', repeated('[', '', ']'.repeat(2 ** 20)), 400, deep],
  ['[],[],', repeated('[],', '[', '[]]'), 400, wide],
  ['{},{},', repeated('{},', '{"Env":[', '{}]}'), 400, wide],
  ['0,0,', repeated('0,', '{"Other":[', '0]}'), 400, wide],
  ['"","",', repeated('"",', '{"Env":[', '""]}'), 400, wide],
  ['many keys', `{"Labels":{${keys(1_000_000)}}}`, 400, wide],
  ['one key many times', repeated('"a":"",', '{"Labels":{', '"a":""}}'), 400, wide],
  ['as many keys as allowed', `{"Labels":{${keys(49_000)}}}`, 200, ''],
  ['as many equal keys as allowed', `{"Labels":{${'"a":"",'.repeat(49_000)}"a":""}}`, 200, ''],
  ['as many properties in another case as allowed', `{${'"Env":["a"],"env":[],'.repeat(12_000)}"Env":["b"]}`, 200, ''],
  ['as many errors as allowed', `{"Env":[${'0,'.repeat(49_000)}0]}`, 400, '/body/Env/0 must be a string'],
  ['a long string', `{"Other":${JSON.stringify('x'.repeat(LENGTH))}}`, 200, ''],
  ['a long string of colons', `{"Other":"${repeated(':')}"}`, 200, ''],
  ['a long string of escapes', `{"Other":"${repeated('\\u0041')}"}`, 200, ''],
  [
    'a long string with colons after quotes, and a repeated key',
    `{"Other":"${repeated('\\":')}","Env":[],"Env":["a"]}`,
    200,
    '',
  ],
  ['spaces', repeated(' ', '{', '}'), 200, ''],
])('%s', { retry: 2 }, async (_, text, status, message) => {
  const response = await sendBody(text);
  expect([response.status, response.message]).toEqual([status, expect.stringContaining(message)]);
  expect(response.message.length).toBeLessThan(50_000);
  // Many times that of a busy machine; what is not linear in the length takes minutes.
  expect(response.time).toBeLessThan(10_000);
});
