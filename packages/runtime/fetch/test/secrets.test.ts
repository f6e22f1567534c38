/** Errors of calls contain no secrets of URLs: neither of the query nor of the user information. */
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { createCaller, json, operation, raw } from '../src/codegen.js';
import type { ClientOptions } from '../src/index.js';
import { serve, type TestResponse } from './testing/server.js';

const read = operation<object, unknown, never>(
  { id: 'ThingGet', method: 'GET', path: '/thing' },
  { response: json(), content: raw },
);

/** Calls a server with a URL to which a middleware adds secrets, and returns the error as it would be logged. */
async function loggedError(
  secret: (url: string) => string,
  response: TestResponse | undefined,
  options: ClientOptions = {},
): Promise<string> {
  const server = await serve(() => response);
  const caller = createCaller({
    baseUrl: server.url,
    middleware: [(request, next) => next({ ...request, url: secret(request.url) })],
    ...options,
  });
  const error = await caller.call(read, {}).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return `${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`;
}

const secrets: readonly (readonly [name: string, secret: (url: string) => string])[] = [
  ['a query', (url) => `${url}?token=s3cret`],
  ['a query with a line end', (url) => `${url}?a=\n&token=s3cret`],
  ['a fragment', (url) => `${url}#s3cret`],
  ['a user and a password', (url) => url.replace('://', '://user:s3cret@')],
  ['a password with an @', (url) => url.replace('://', '://user:a@s3cret@')],
  ['a token as the user', (url) => `${url.replace('://', '://s3cret@')}?x=1`],
];
const responses: readonly (readonly [name: string, response: TestResponse | undefined])[] = [
  ['an error response', { status: 500, body: '{}' }],
  ['a lost connection', undefined],
  ['a body that is not JSON', { body: '{' }],
];

it.each(secrets.flatMap(([name, secret]) => responses.map(([of, response]) => [name, of, secret, response] as const)))(
  '%s, %s',
  async (_name, _of, secret, response) => {
    expect(await loggedError(secret, response)).not.toContain('s3cret');
  },
);

it('a base URL with a password is refused with the option to use', async () => {
  const logged = await loggedError((url) => url, {}, { baseUrl: 'http://user:s3cret@127.0.0.1:9' });
  expect(logged).not.toContain('s3cret');
  expect(logged).toContain('use auth');
});
