/** Routes, methods, versions and security, over real HTTP. */
import { integer, string } from '@lading/runtime-wire';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Forbidden, type Call, type SecurityHandlers } from '../../src/index.js';
import { contractOf, listening } from './testing.js';

const responses = { 200: { kind: 'json' } } as const;
const inPath = { encoding: 'plain', required: true } as const;

const routes = listening(
  contractOf(
    {
      file: {
        method: 'GET',
        path: '/repos/{owner}/{number}/{file}.json',
        responses,
        parameters: {
          path: {
            owner: { ...inPath, schema: string },
            number: { ...inPath, schema: integer() },
            file: { ...inPath, schema: string },
          },
        },
      },
      mine: { method: 'GET', path: '/repos/mine/1/a.json', responses },
      find: { method: 'QUERY', path: '/repos', responses },
      again: { method: 'GET', path: '/api/v2/again', responses },
    },
    { servers: [{ url: 'https://{host}/api/v2/', variables: { host: { default: 'a.example' } } }] },
  ),
  { file: ({ path }: Call) => path, mine: () => 'mine', find: () => 'found', again: () => 'again' },
);

it.each<[string, string, number, unknown]>([
  ['GET', '/repos/me/7/a%2Fb.json', 200, { owner: 'me', number: 7, file: 'a/b' }],
  ['GET', '/api/v2/repos/me/7/a.json', 200, { owner: 'me', number: 7, file: 'a' }],
  ['GET', '/repos/mine/1/a.json', 200, 'mine'],
  ['GET', '/repos/me/7/%FF.json', 400, 'invalid URL escape in path'],
  ['GET', '/repos/me/7/a', 404, 'no operation has this path'],
  ['DELETE', '/repos', 405, 'the path has no operation DELETE'],
  ['QUERY', '/repos', 200, 'found'],
  ['GET', '/api/v2/again', 200, 'again'],
  ['GET', '/api/v2/api/v2/again', 200, 'again'],
])('%s %s', async (method, path, status, body) => {
  const response = await fetch((await routes) + path, { method });
  const read = (await response.json()) as { readonly detail?: string };
  expect([response.status, read.detail ?? read]).toEqual([status, body]);
});

it('answers HEAD and OPTIONS', async () => {
  const url = `${await routes}/repos/mine/1/a.json`;
  const [head, options] = await Promise.all(['HEAD', 'OPTIONS'].map((method) => fetch(url, { method })));
  expect([head?.status, head?.headers.get('content-length')]).toEqual([200, '6']);
  expect([options?.status, options?.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

const security: SecurityHandlers = {
  key: ({ credential }: { credential: string }) => (credential === 'k' ? 'app' : undefined),
  login: ({ credential }: { credential: { username: string } }) => credential.username,
  token: ({ scopes }: { scopes: readonly string[] }) => {
    if (scopes.includes('write')) throw new Forbidden('you may only read');
    return 'user';
  },
};
const secured = listening(
  contractOf(
    {
      both: { method: 'GET', path: '/both', responses, security: [{ key: [], token: ['read'] }] },
      either: { method: 'GET', path: '/either', responses, security: [{ key: [] }, { login: [] }] },
      write: { method: 'GET', path: '/write', responses, security: [{ token: ['write'] }] },
      logins: { method: 'GET', path: '/logins', responses, security: [{ login: [], token: [], key: [] }] },
      optional: { method: 'GET', path: '/optional', responses, security: [{}, { login: [] }] },
    },
    {
      securitySchemes: {
        key: { kind: 'api-key', in: 'query', parameter: 'api key' },
        token: { kind: 'oauth2', flows: [] },
        login: { kind: 'http', scheme: 'basic' },
      },
    },
  ),
  Object.fromEntries(
    ['both', 'either', 'write', 'logins', 'optional'].map((verb) => [
      verb,
      ({ identity }: Call) => identity ?? 'anyone',
    ]),
  ),
  { security },
);
const bearer = { authorization: 'Bearer t' };
const basic = { authorization: `Basic ${btoa('me:secret')}` };
const joined = (other: string) => ({ authorization: `${basic.authorization}, ${other}` });

it.each<[string, Record<string, string>, number, unknown]>([
  ['/both?api+key=k', bearer, 200, { key: 'app', token: 'user' }],
  ['/both?api+key=wrong', bearer, 401, 'both requires key and token'],
  ['/both', bearer, 401, 'both requires key and token'],
  ['/either', basic, 200, { login: 'me' }],
  ['/either?api+key=k', {}, 200, { key: 'app' }],
  ['/logins?api+key=k', joined('Bearer t'), 200, { key: 'app', login: 'me', token: 'user' }],
  ['/logins?api+key=k', basic, 401, 'logins requires login and token and key'],
  ['/logins?api+key=k', joined('realm="a b"'), 401, 'logins requires login and token and key'],
  ['/write', bearer, 403, 'you may only read'],
  ['/optional', {}, 200, {}],
  ['/optional', basic, 200, { login: 'me' }],
])('%s with %o', async (path, headers, status, body) => {
  const response = await fetch((await secured) + path, { headers });
  const read = (await response.json()) as { readonly detail?: string };
  expect([response.status, read.detail ?? read]).toEqual([status, body]);
});

it('names the schemes of 401', async () => {
  const response = await fetch(`${await secured}/either`);
  expect(response.headers.get('www-authenticate')).toBe('ApiKey in="query", Basic realm="api", charset="UTF-8"');
});

it.each<[string, Parameters<typeof versions>[0], string, Record<string, string>, unknown]>([
  ['the server of each version', undefined, '/v1/pet', {}, '1'],
  ['the server of each version', undefined, '/v2/pet', {}, '2'],
  ['a header', { header: 'X-Version' }, '/pet', { 'x-version': '1' }, '1'],
  ['the query', { query: 'v' }, '/pet?v=1', {}, '1'],
  ['a media type', { mediaTypeParameter: 'version' }, '/pet', { accept: 'application/json;version=1' }, '1'],
  ['the path', 'path', '/1/pet', {}, '1'],
  ['the default', undefined, '/pet', {}, '2'],
  [
    'an unknown version',
    { header: 'X-Version' },
    '/pet',
    { 'x-version': 'x9' },
    'version x9 is not served: the oldest version is 1, the newest 2',
  ],
])('a request names its version by %s: %s', async (_what, version, path, headers, body) => {
  const response = await fetch((await versions(version)) + path, { headers });
  const read = (await response.json()) as { readonly detail?: string };
  expect(read.detail ?? read).toBe(body);
});

function versions(version: NonNullable<Parameters<typeof listening>[2]>['version']): Promise<string> {
  const get = { method: 'GET', path: '/pet', responses } as const;
  const older = contractOf({ get }, { version: '1', servers: [{ url: '/v1' }] });
  const newer = contractOf({ get }, { version: '2', servers: [{ url: '/v2' }] });
  return listening(
    newer,
    { get: (call: Call) => call.version },
    {
      serves: [{ contract: older, conversion: { client: '1', engine: '2', of: () => undefined } }],
      ...(version && { version }),
    },
  );
}

it.each([
  ['\\-{', 'a-{', 200],
  ['\\-{', 'a', 400],
  ['(?i)[a', 'x', 200],
])('reads a pattern of another dialect: %s for %s', async (pattern, q, status) => {
  const query = { q: { encoding: 'plain', schema: { kind: 'string', pattern } } } as const;
  const url = await listening(contractOf({ get: { method: 'GET', path: '/', parameters: { query }, responses } }), {
    get: () => 1,
  });
  expect((await fetch(`${url}/?q=${encodeURIComponent(q)}`)).status).toBe(status);
});

it.each([
  ['a malformed request line', 'GARBAGE\r\n\r\n', 400, 'Bad Request', 'the request is not valid HTTP'],
  [
    'headers beyond their limit',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(2_000_000)}\r\n\r\n`,
    431,
    'Request Header Fields Too Large',
    'the headers are too large',
  ],
])('responds with problem details to %s', async (_what, request, status, title, detail) => {
  const socket = connect(Number(new URL(await routes).port), '127.0.0.1');
  socket.on('error', () => undefined).write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem\\+json`));
  expect(JSON.parse(body)).toEqual({ title, status, detail });
});
