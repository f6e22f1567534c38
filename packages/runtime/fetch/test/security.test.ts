import { describe, expect, it } from 'vitest';
import {
  authorization,
  basic,
  bearer,
  cookieKey,
  createCaller,
  headerKey,
  json,
  mutualTls,
  operation,
  queryKey,
} from '../src/codegen.js';
import type { ClientRequest } from '../src/index.js';
import type { Credentials, SecurityScheme } from '../src/security/security-scheme.js';

async function sent(
  alternatives: readonly (readonly SecurityScheme[])[],
  auth: Credentials | undefined,
  input: object = {},
) {
  let sentRequest: ClientRequest | undefined;
  const { call } = createCaller({
    baseUrl: 'https://x.test',
    ...(auth && { auth }),
    fetch: async (_url, request) => {
      sentRequest = request;
      return new Response('1');
    },
  });
  const security = alternatives.map((schemes) =>
    Object.fromEntries(schemes.map(({ name }) => [name, [`${name}:read`]])),
  );
  const get = operation(
    {
      id: 'ThingGet',
      method: 'GET',
      path: '/',
      security,
      cookies: { c: 'plain' },
      headers: { 'X-Key': 'plain' },
      query: { k: 'plain' },
    },
    { response: json(), schemes: alternatives.flat() },
  );
  await call(get, { c: 1, ...input } as never);
  const { url, headers } = sentRequest as ClientRequest;
  const { accept: _, ...others } = Object.fromEntries(headers);
  return { url: url.replace('https://x.test', ''), ...others };
}

const cookie = 'c=1';
const [key, query, user, token] = [headerKey('key', 'X-Key'), queryKey('query', 'k'), basic('user'), bearer('token')];

describe('schemes', () => {
  it.each<[name: string, scheme: ReturnType<typeof bearer>, credential: Credentials[string], want: object]>([
    ['header', key, 'a', { 'x-key': 'a' }],
    ['query', query, 'a&b', { url: '/?k=a%26b' }],
    ['cookie', cookieKey('session', 's'), 'a;b', { cookie: 'c=1; s=a%3Bb' }],
    ['bearer', token, 't', { authorization: 'Bearer t' }],
    [
      'basic',
      user,
      { username: 'ü', password: 'p' },
      { authorization: `Basic ${Buffer.from('ü:p').toString('base64')}` },
    ],
    ['other HTTP schemes', authorization('digest', 'Digest'), 'x="y"', { authorization: 'Digest x="y"' }],
  ])('%s', async (_, scheme, credential, want) => {
    expect(await sent([[scheme]], { [scheme.name]: credential })).toEqual({ url: '/', cookie, ...want });
  });
});

describe('requirements', () => {
  it('sends all schemes of the first alternative that has credentials', async () => {
    const alternatives = [[key, token], [user], [query]];
    expect(await sent(alternatives, { token: 't', query: 'q' })).toEqual({ url: '/?k=q', cookie });
    expect(await sent(alternatives, { token: 't', key: 'k', query: 'q' })).toMatchObject({
      'x-key': 'k',
      authorization: 'Bearer t',
    });
  });
  it('sends several credentials of the header Authorization in one field', async () => {
    const auth = { user: { username: 'u', password: 'p' }, token: 't', key: 'k' };
    const authorization = `Basic ${btoa('u:p')}, Bearer t`;
    expect(await sent([[user, token, key]], auth)).toMatchObject({ authorization, 'x-key': 'k' });
    expect(await sent([[token], [user]], auth)).toMatchObject({ authorization: 'Bearer t' });
  });
  it('prefers anonymous access where it comes first', async () => {
    expect(await sent([[], [key]], { key: 'k' })).toEqual({ url: '/', cookie });
  });
  it('leaves a parameter of the same name as it is', async () => {
    const auth = { key: 'a', query: 'q' };
    expect(await sent([[key, query]], auth, { k: 'own' })).toEqual({ url: '/?k=own', cookie, 'x-key': 'a' });
    expect(await sent([[key, query]], auth, { 'X-Key': 'own' })).toEqual({ url: '/?k=q', cookie, 'x-key': 'own' });
  });
  it('finds a parameter behind a question mark in a value', async () => {
    const request = { url: 'https://x.test/?q=a?&k=own', headers: new Headers() } as ClientRequest;
    await query.apply?.(request, 'q' as never, []);
    expect(request.url).toBe('https://x.test/?q=a?&k=own');
  });
  it('sends no credentials that an operation does not ask for', async () => {
    expect(await sent([], { key: 'k' })).toEqual({ url: '/', cookie });
    expect(await sent([[key]], undefined)).toEqual({ url: '/', cookie });
  });
  it('asks functions, with the operation and the scopes', async () => {
    const asked: unknown[] = [];
    const read = async (request: unknown) => (asked.push(request), 't');
    expect(await sent([[token]], { token: read })).toMatchObject({
      authorization: 'Bearer t',
    });
    expect(asked).toEqual([{ operation: 'ThingGet', scopes: ['token:read'] }]);
  });
  it('goes on to the next alternative when a function has none', async () => {
    expect(await sent([[token], [key]], { token: () => undefined, key: 'k' })).toMatchObject({ 'x-key': 'k' });
  });
  it('needs no credential for mutual TLS', async () => {
    expect(await sent([[mutualTls('tls'), key]], { key: 'k' })).toMatchObject({ 'x-key': 'k' });
  });
  it('never puts a credential into an error', async () => {
    await expect(sent([[token]], { token: 'secret\n' + 'more\u{100}' })).rejects.toMatchObject({
      code: 'HEADER_INJECTION',
      message: expect.not.stringContaining('secret') as string,
    });
  });
});
