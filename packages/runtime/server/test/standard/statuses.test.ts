/** Statuses of replies: exact ones, ranges and `default`; and required headers. */
import { object, required, string, type Schema } from '@lading/runtime-wire';
import { expect, it } from 'vitest';
import { reply, type Call } from '../../src/index.js';
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
      ...{ method: 'GET', path: '/range', parameters: { query } },
      responses: { 201: json('exact'), '2XX': json('range') },
      errors: { default: only('other') },
    },
    success: {
      ...{ method: 'GET', path: '/success', parameters: { query } },
      responses: { 200: json('other'), default: json('other') },
    },
    limited: {
      ...{ method: 'GET', path: '/limited', parameters: { query } },
      responses: { 200: { ...json('exact'), headers: { 'X-Limit': limit } } },
    },
  } as const),
  { range: send, success: send, limited: send },
  { onError: () => undefined },
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
