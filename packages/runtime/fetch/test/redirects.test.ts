import { describe, expect, it } from 'vitest';
import { basic, bearer, cookieKey, createCaller, headerKey, json, operation, raw } from '../src/codegen.js';
import type { ClientOptions } from '../src/index.js';
import { serve, type ReceivedRequest } from './testing/server.js';

const schemes = [
  headerKey('key', 'X-Key'),
  headerKey('id', 'X-Id'),
  bearer('token'),
  basic('login'),
  cookieKey('session', 'sid'),
];
const auth = {
  key: 'secret',
  id: 'secret',
  token: 'secret',
  login: { username: 'secret', password: 'secret' },
  session: 'secret',
};

/** Calls a server that redirects, to a path of its own or to another server. */
async function redirected(
  security: readonly Record<string, string[]>[],
  { status = 302, method = 'GET', isOther = false, body, ...options }: Options = {},
) {
  const other = await serve(() => ({ body: '"other"' }));
  const server = await serve(({ url }) =>
    url === '/from' ? { status, headers: { location: isOther ? `${other.url}/to` : '/to' } } : { body: '"own"' },
  );
  const send = operation<object, string, never>(
    { id: 'ThingSend', method, path: '/from', security, body: ['text/plain'] },
    { response: json(), content: raw, schemes },
  );
  const result = await createCaller({ baseUrl: server.url, auth, headers: { 'X-Other': 'y' }, ...options })
    .call(send, body === undefined ? {} : { body })
    .catch((error: unknown) => error);
  const [last] = [...other.requests, ...server.requests.slice(1)];
  return { result, last: last as ReceivedRequest };
}

interface Options extends ClientOptions {
  readonly status?: number;
  readonly method?: string;
  readonly isOther?: boolean;
  readonly body?: unknown;
}

describe('a redirect', () => {
  it.each(['key', 'token', 'login', 'session'])('to the same origin keeps the credential %s', async (name) => {
    const { result, last } = await redirected([{ [name]: [] }]);
    expect(result).toBe('own');
    expect(JSON.stringify(last.headers)).toMatch(/secret|c2VjcmV0/);
  });
  it.each([['key'], ['token'], ['login'], ['session'], ['key', 'id'], ['key', 'token']])(
    'to another origin loses the credentials %s %s',
    async (...names) => {
      const { result, last } = await redirected([Object.fromEntries(names.map((name) => [name, []]))], {
        isOther: true,
      });
      expect(result).toBe('other');
      expect(JSON.stringify(last.headers)).not.toMatch(/secret|c2VjcmV0/);
      expect(last.headers.accept).toBe('application/json');
    },
  );
  it.each<[status: number, method: string, want: string]>([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [302, 'PUT', 'PUT'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [307, 'POST', 'POST'],
    [308, 'DELETE', 'DELETE'],
  ])('%i of %s sends %s, as fetch does', async (status, method, want) => {
    for (const security of [[{ key: [] }], []]) {
      const { last } = await redirected(security, { status, method, ...(method !== 'HEAD' && { body: 'text' }) });
      expect(last.method).toBe(want);
      expect(last.body).toBe(want === method && method !== 'HEAD' ? 'text' : '');
      expect(last.headers['content-type']).toBe(want === method && method !== 'HEAD' ? 'text/plain' : undefined);
      expect(last.headers['x-other']).toBe('y');
    }
  });
  it('of a stream is an error', async () => {
    const { result } = await redirected([{ key: [] }], { status: 307, method: 'PUT', body: new Blob(['x']).stream() });
    expect(result).toMatchObject({ code: 'REDIRECT' });
    expect((result as Error).message).toMatch(/^PUT http:.*\/from was redirected after its stream was sent\.$/);
  });
  it('in a circle is an error', async () => {
    const server = await serve(() => ({ status: 302, headers: { location: '/?b' } }));
    const get = operation(
      { id: 'A', method: 'GET', path: '/', security: [{ key: [] }] },
      { response: json(), schemes },
    );
    await expect(createCaller({ baseUrl: server.url, auth }).call(get)).rejects.toMatchObject({ code: 'REDIRECT' });
    expect(server.requests).toHaveLength(21);
  });
  it('that a browser hides is an error', async () => {
    const hidden = async () => Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
    const { result } = await redirected([{ key: [] }], { fetch: hidden });
    expect(result).toMatchObject({ code: 'REDIRECT' });
  });
});
