/** Bodies as large as may be that are made to be expensive: they are refused early, or read in little time. */
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { any, arrayOf, mapOf, optional, object, string } from '@lading/runtime-wire';
import { createServerOf, type Contract } from '../../src/index.js';
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
const server = createServerOf(contract, { a: { create: () => undefined } });

/** 15 MiB of a text again and again. */
function filled(piece: string, before = '', after = ''): string {
  return before + piece.repeat(Math.floor((15 * 2 ** 20) / piece.length)) + after;
}

async function sent(
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
  ['[[[', filled('['), 400, deep],
  ['[[[ behind a text', filled('[', '{"Other":"[[["}'), 400, deep],
  ['{"a":{"a":', filled('{"a":'), 400, deep],
  ['[[]]', filled('[', '', ']'.repeat(2 ** 20)), 400, deep],
  ['[],[],', filled('[],', '[', '[]]'), 400, wide],
  ['{},{},', filled('{},', '{"Env":[', '{}]}'), 400, wide],
  ['0,0,', filled('0,', '{"Other":[', '0]}'), 400, wide],
  ['"","",', filled('"",', '{"Env":[', '""]}'), 400, wide],
  ['many keys', `{"Labels":{${keys(1_000_000)}}}`, 400, wide],
  ['one key again and again', filled('"a":"",', '{"Labels":{', '"a":""}}'), 400, wide],
  ['as many keys as allowed', `{"Labels":{${keys(49_000)}}}`, 200, ''],
  ['as many equal keys as allowed', `{"Labels":{${'"a":"",'.repeat(49_000)}"a":""}}`, 200, ''],
  ['as many properties in other letters as allowed', `{${'"Env":["a"],"env":[],'.repeat(12_000)}"Env":["b"]}`, 200, ''],
  ['as many mistakes as allowed', `{"Env":[${'0,'.repeat(49_000)}0]}`, 400, '/body/Env/0 must be a text'],
  ['a long text', `{"Other":${JSON.stringify('x'.repeat(15 * 2 ** 20))}}`, 200, ''],
  ['a long text of colons', `{"Other":"${filled(':')}"}`, 200, ''],
  ['a long text of escapes', `{"Other":"${filled('\\u0041')}"}`, 200, ''],
  [
    'a long text that seems to have keys, beside a key twice',
    `{"Other":"${filled('\\":')}","Env":[],"Env":["a"]}`,
    200,
    '',
  ],
  ['spaces', filled(' ', '{', '}'), 200, ''],
])('%s', { retry: 2 }, async (_, text, status, message) => {
  const response = await sent(text);
  expect([response.status, response.message]).toEqual([status, expect.stringContaining(message)]);
  expect(response.message.length).toBeLessThan(50_000);
  // Four times what it takes on the slowest machine that is known.
  expect(response.time).toBeLessThan(1000);
});
