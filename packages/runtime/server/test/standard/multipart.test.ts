/** Multipart forms, in memory and streamed, over real HTTP. */
import { any, arrayOf, bytes, integer, object, optional, string } from '@lading/runtime-wire';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Call, Limits, ReceivedFile } from '../../src/index.js';
import { contractOf, listening } from './testing.js';

const form = object({
  note: optional(object({ a: optional(integer()) })),
  count: optional(integer()),
  text: optional(string),
  tags: optional(arrayOf(string)),
  file: optional(bytes),
  files: optional(arrayOf(bytes)),
  matrix: optional(arrayOf(arrayOf(integer()))),
  any: optional(any),
});
const contract = contractOf({
  put: {
    method: 'POST',
    path: '/',
    body: {
      kind: 'bytes',
      content: { 'multipart/form-data': { schema: form }, 'multipart/mixed': { schema: form } },
    },
    responses: { 200: { kind: 'json' } },
  },
});

/** What the handler receives, with the number of bytes of each file. */
async function received({ body }: Call): Promise<unknown> {
  const entries = Object.entries(body as object).map(async ([name, value]: [string, unknown]) => [
    name,
    await shown(value),
  ]);
  return Object.fromEntries(await Promise.all(entries)) as unknown;
}

async function shown(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(shown));
  if (typeof value !== 'object' || value === null || !('mediaType' in value)) return value;
  const { name, size } = value as ReceivedFile;
  let count = 0;
  for await (const chunk of value as ReceivedFile) count += chunk.length;
  return [name, size ?? 'streamed', count];
}

const limits: Partial<Limits> = { body: 100_000, file: 1_000_000, values: 20, wholeBody: 300 };
const url = listening(contract, { put: received }, { limits });

function formOf(parts: Readonly<Record<string, string | Blob | readonly (string | Blob)[]>>): FormData {
  const data = new FormData();
  for (const [name, given] of Object.entries(parts)) {
    for (const part of [given].flat() as (string | Blob)[]) data.append(name, part as string);
  }
  return data;
}
const blob = (size: number) => new Blob([new Uint8Array(size)]);
const json = (text: string) => new Blob([text], { type: 'application/json' });

it.each<[string, FormData, number, unknown]>([
  ['nothing', formOf({}), 200, {}],
  ['texts', formOf({ count: '3', text: '3', tags: 'a' }), 200, { count: 3, text: '3', tags: ['a'] }],
  ['several parts of a name', formOf({ tags: ['a', 'b'] }), 200, { tags: ['a', 'b'] }],
  ['JSON by its schema', formOf({ note: '{"a":1}', tags: '["a"]' }), 200, { note: { a: 1 }, tags: ['a'] }],
  ['JSON by its media type', formOf({ any: json('[1]'), text: json('"t"') }), 200, { any: ['blob', 3, 3], text: 't' }],
  ['an item that is an array', formOf({ matrix: json('[1,2]') }), 200, { matrix: [[1, 2]] }],
  ['an array of arrays as JSON', formOf({ matrix: json('[[1],[2]]') }), 200, { matrix: [[1], [2]] }],
  ['a text that is an array of other items', formOf({ tags: '[1]' }), 200, { tags: ['[1]'] }],
  ['a text that is no array', formOf({ tags: '[1' }), 200, { tags: ['[1'] }],
  ['a text as JSON', formOf({ text: json('5') }), 200, { text: '5' }],
  [
    'files',
    formOf({ files: [blob(1), blob(2)] }),
    200,
    {
      files: [
        ['blob', 1, 1],
        ['blob', 2, 2],
      ],
    },
  ],
  ['a name with quotes', formOf({ file: new File(['x'], 'a "é"\n.txt') }), 200, { file: ['a "é"\n.txt', 1, 1] }],
  ['a large file', formOf({ count: '3', file: blob(900_000) }), 200, { count: 3, file: ['blob', 'streamed', 900_000] }],
  [
    'a text after a large file',
    formOf({ file: blob(200_000), count: '3' }),
    400,
    '/body/count must precede a file that makes the form larger than 100000 bytes',
  ],
  ['a file beyond its limit', formOf({ file: blob(1_200_000) }), 413, 'a file is larger than 1000000 bytes'],
  [
    'a text beyond the limit',
    formOf({ text: 'a'.repeat(200_000) }),
    413,
    'the request body is larger than 100000 bytes',
  ],
  ['too many parts', formOf({ tags: Array.from({ length: 30 }, String) }), 400, 'the form has more than 20 parts'],
  ['an invalid text', formOf({ count: 'x' }), 400, '/body/count must be an integer'],
])('reads %s', async (_what, body, status, wanted) => {
  const response = await fetch(await url, { method: 'POST', body });
  const read = (await response.json()) as { readonly detail?: string };
  expect([response.status, read.detail ?? read]).toEqual([status, wanted]);
});

/** Sends a form in pieces over a socket. @returns the response */
async function sent(pieces: readonly string[], pause: number, length: number): Promise<string> {
  const { port } = new URL(await url);
  const socket = connect(Number(port), '127.0.0.1');
  let response = '';
  const responded = new Promise((resolve) => {
    socket.setEncoding('utf8').on('data', (text: string) => resolve((response += text)));
  });
  socket.on('error', () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/mixed; boundary=b\r\nContent-Length: ${length}\r\n\r\n`,
  );
  for (const piece of pieces) {
    await wait(pause);
    socket.write(piece);
  }
  await responded;
  socket.destroy();
  return response;
}
const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';

it.each<[string, readonly string[], string]>([
  ['of a client that stops', [filePart, 'abc'], '408'],
  ['of a client that stops within a large file', [filePart + 'a'.repeat(150_000)], '408'],
  ['that is no form', ['x'.repeat(1000)], '400'],
])('ends a body %s', async (_what, pieces, status) => {
  const length = status === '400' ? 1000 : 1_000_000;
  expect(await sent(pieces, 20, length)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

it.each([
  ['multipart/form-data', 'the media type of the body has no boundary'],
  ['multipart/form-data; boundary=b', 'the body is not multipart/form-data'],
])('refuses %s without a form', async (type, detail) => {
  const response = await fetch(await url, { method: 'POST', headers: { 'content-type': type }, body: 'abc' });
  expect(await response.json()).toMatchObject({ status: 400, detail });
});

it('responds before a file that no handler reads, and ends the connection', async () => {
  const unread = await listening(contract, { put: () => ({ done: true }) }, { limits });
  const socket = connect(Number(new URL(unread).port), '127.0.0.1');
  let response = '';
  socket.setEncoding('utf8').on('data', (text: string) => (response += text));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 30000000\r\n\r\n',
  );
  socket.write(filePart + 'a'.repeat(300_000));
  await closed;
  expect(response).toMatch(/^HTTP\/1.1 200 [^]*\{"done":true\}$/);
});
