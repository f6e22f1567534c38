/** Statuses of replies: exact ones, ranges and `default`; and required headers. */
import { object, required, string, type Schema } from '@lading/runtime-wire';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { rawResponse, reply, type Call } from '../../src/index.js';
import { contractOf, listening } from './testing.js';

const only = (name: string): Schema => object({ [name]: required(string) });
const json = (name: string) => ({ kind: 'json', schema: only(name) }) as const;
const limit = { encoding: 'plain', schema: string, required: true } as const;
const send = ({ query }: Call) => {
  const { status, body, ...headers } = query as Record<string, string>;
  return reply(Number(status), { [body ?? '']: 'x' }, headers);
};
const query = Object.fromEntries(
  ['status', 'body', 'x-limit'].map((name) => [name, { encoding: 'plain', schema: string }] as const),
);

const server = listening(
  contractOf({
    range: {
      method: 'GET',
      path: '/range',
      parameters: { query },
      responses: { 201: json('exact'), '2XX': json('range') },
      errors: { default: only('other') },
    },
    success: {
      method: 'GET',
      path: '/success',
      parameters: { query },
      responses: { 200: json('other'), default: json('other') },
    },
    empty: {
      method: 'GET',
      path: '/empty',
      parameters: { query },
      responses: { '2XX': json('range'), 304: json('range') },
    },
    limited: {
      method: 'GET',
      path: '/limited',
      parameters: { query },
      responses: { 200: { ...json('exact'), headers: { 'X-Limit': limit } } },
    },
  } as const),
  {
    range: send,
    success: send,
    limited: send,
    empty: ({ query }: Call) =>
      (query as { body?: string }).body === 'raw'
        ? rawResponse(Number((query as { status: string }).status), { body: 'raw' })
        : send({ query } as Call),
  },
  { onError: () => undefined, routes: { 'GET /own': ({ query }) => reply(Number(query.get('status')), 'own') } },
);

it.each([
  ['range', 201, 'exact', 201],
  ['range', 201, 'range', 500],
  ['range', 202, 'range', 202],
  ['range', 202, 'exact', 500],
  ['range', 302, 'other', 302],
  ['range', 302, 'range', 500],
  ['range', 409, 'other', 409],
  ['success', 202, 'other', 202],
  ['success', 202, 'exact', 500],
])('%s: %i with the body "%s" is %i', async (path, status, body, sent) => {
  const response = await fetch(`${await server}/${path}?status=${status}&body=${body}`, { redirect: 'manual' });
  expect(response.status).toBe(sent);
});

it.each([
  ['', 500],
  ['&x-limit=7', 200],
])('a required header %j', async (more, sent) => {
  const response = await fetch(`${await server}/limited?status=200&body=exact${more}`);
  expect(response.status).toBe(sent);
  if (sent === 500) expect(await response.text()).toContain('the header X-Limit is required');
});

/** All bytes of the responses on one connection. */
async function bytesOf(paths: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(await server).port), '127.0.0.1');
  socket.end(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  return text(socket);
}

it.each(
  ['/empty?body=range&', '/empty?body=raw&', '/own?'].flatMap((path) =>
    [204, 205, 304].map((status) => [path, status]),
  ),
)('%sstatus=%i has no body, whatever the handler returns', async (path, status) => {
  const [head, rest] = (await bytesOf([`${path}status=${status}`, '/nowhere'])).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  // A length is only in the response of 205: there it says that nothing follows.
  expect(/^content-length: (.*)$/im.exec(head ?? '')?.[1]).toBe(status === 205 ? '0' : undefined);
  expect(rest).toContain('HTTP/1.1 404 ');
});
