import { describe, expect, it } from 'vitest';
import { clientOf, json, operation, type ClientConnection } from '../src/codegen.js';
import { InputError, serverUrl } from '../src/index.js';

interface Things extends ClientConnection {
  readonly thing: { get(input: { id: string }): Promise<unknown>; list(): Promise<unknown> };
}

const thing = {
  get: operation({ id: 'ThingGet', method: 'GET', path: '/things/{id}' }, { response: json() }),
  list: operation(
    { id: 'ThingList', method: 'GET', path: '/things' },
    { response: json(), server: 'https://own.test' },
  ),
};

describe('a client', () => {
  const urls: string[] = [];
  const fetch = async (url: string) => (urls.push(url), new Response('{"n":12345678901234567890}'));
  it('has a method for each operation', async () => {
    const client = clientOf<Things>('1.0', { thing }, { baseUrl: 'https://x.test/', fetch });
    expect(await client.thing.get({ id: 'a' })).toEqual({ n: 12345678901234567890 });
    expect(client.version).toBe('1.0');
    await client.call(thing.get, { id: 'b' } as never);
    expect(urls.splice(0)).toEqual(['https://x.test/things/a', 'https://x.test/things/b']);
  });
  it('uses the server of an operation, unless there is a base URL', async () => {
    await clientOf<Things>('1.0', { thing }, { fetch }).thing.list();
    const server = 'https://api.test';
    await clientOf<Things>('1.0', { thing }, { fetch }, { server }).thing.get({ id: 'a' });
    await clientOf<Things>('1.0', { thing }, { fetch, baseUrl: '' }, { server }).thing.list();
    expect(urls.splice(0)).toEqual(['https://own.test/things', 'https://api.test/things/a', '/things']);
  });
  it.each(['localhost:8080', 'api.test/v1', '//api.test', 'https:api.test'])(
    'rejects the base URL %s when it is created',
    (baseUrl) => {
      expect(() => clientOf<Things>('1.0', { thing }, { fetch, baseUrl })).toThrow(
        expect.objectContaining({ code: 'BASE_URL', message: expect.stringContaining(baseUrl) as string }),
      );
    },
  );
  it('refuses an option that it does not have', () => {
    const options = { fetch, security: { key: 'a' } };
    expect(() => clientOf<Things>('1.0', { thing }, options)).toThrow(
      'A client has no option "security". The options are auth, baseUrl, fetch, headers, middleware, timeout.',
    );
  });
  it.each(['/api', './api', 'HTTPS://x.test', 'http+unix://x'])('accepts the base URL %s', (baseUrl) => {
    expect(clientOf<Things>('1.0', { thing }, { fetch, baseUrl }).version).toBe('1.0');
  });
  it('reads JSON with another codec', async () => {
    const codec = { parse: (text: string, id: string) => `${id} ${text}`, stringify: JSON.stringify };
    const client = clientOf<Things>('1.0', { thing }, { fetch, baseUrl: '' }, { codec });
    expect(await client.thing.list()).toBe('ThingList {"n":12345678901234567890}');
  });
});

describe('serverUrl', () => {
  const server = {
    url: 'https://{region}.x.test:{port}/{path}',
    variables: { region: { default: 'eu', values: ['eu', 'us'] }, port: { default: '443' } },
  } as const;
  it('fills in variables', () => {
    expect(serverUrl(server)).toBe('https://eu.x.test:443/{path}');
    expect(serverUrl(server, { region: 'us', port: '8443' })).toBe('https://us.x.test:8443/{path}');
  });
  it('rejects values that the API does not allow', () => {
    // @ts-expect-error The values are part of the type.
    expect(() => serverUrl(server, { region: 'xx' })).toThrow(InputError);
  });
});
