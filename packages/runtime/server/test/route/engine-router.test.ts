/** The operation for a method and a path. */
import { describe, expect, it } from 'vitest';
import { type Contract, type Method } from '../../src/index.js';
import { EngineRouter, splitUrl } from '../../src/dialect/engine/index.js';
import { cleanUrlOf } from '../../src/dialect/engine/split-url.js';

const routes: [Method, string, true?][] = [
  ['GET', '/containers/json'],
  ['GET', '/containers/{id}/json'],
  ['GET', '/containers/{id}/attach/ws'],
  ['DELETE', '/containers/{id}'],
  ['POST', '/containers/create'],
  ['POST', '/containers/prune'],
  ['POST', '/containers/{id}/update'],
  ['GET', '/images/json'],
  ['GET', '/images/get'],
  ['GET', '/images/{name}/json', true],
  ['GET', '/images/{name}/get', true],
  ['DELETE', '/images/{name}', true],
  ['GET', '/networks'],
  ['GET', '/networks/{id}'],
  ['GET', '/volumes'],
  ['GET', '/networks/{id}/logs'],
  ['GET', '/_ping'],
];
const contract: Contract = {
  version: '1.44',
  operations: Object.fromEntries(
    routes.map(([method, path, slashes]) => [
      `${method} ${path}`,
      { id: path, noun: 'n', verb: 'v', method, path, ...(slashes && { slashes }), responses: {} },
    ]),
  ),
};
const router = new EngineRouter(contract, ({ path }) => path);

it.each([
  ['GET', '/containers/json', '/containers/json', {}],
  ['GET', '/containers/a/json', '/containers/{id}/json', { id: 'a' }],
  ['GET', '/containers/json/json', '/containers/{id}/json', { id: 'json' }],
  ['GET', '/containers/a/attach/ws', '/containers/{id}/attach/ws', { id: 'a' }],
  ['GET', '/containers/a%2Fb/json', '/containers/{id}/json', { id: 'a/b' }],
  ['GET', '/containers/a%252Fb/json', '/containers/{id}/json', { id: 'a%2Fb' }],
  ['GET', '/containers/a%20b/json', '/containers/{id}/json', { id: 'a b' }],
  ['GET', '/containers/a%zz/json', '/containers/{id}/json', { id: undefined }],
  ['GET', '/containers/a%2Fjson', '/containers/{id}/json', { id: 'a' }],
  ['POST', '/containers/%63reate', '/containers/create', {}],
  ['GET', '/networks/', '/networks', {}],
  ['GET', '/networks/a%2Fb', '/networks/{id}', { id: 'a/b' }],
  ['GET', '/networks/a%2Flogs', '/networks/{id}/logs', { id: 'a' }],
  ['GET', '/images/a%2Fb/json', '/images/{name}/json', { name: 'a/b' }],
  ['DELETE', '/containers/json', '/containers/{id}', { id: 'json' }],
  ['POST', '/containers/create/update', '/containers/{id}/update', { id: 'create' }],
  ['GET', '/images/a/b/json', '/images/{name}/json', { name: 'a/b' }],
  ['GET', '/images/a/json/get', '/images/{name}/get', { name: 'a/json' }],
  ['GET', '/images/a:5000/b/c/get', '/images/{name}/get', { name: 'a:5000/b/c' }],
  ['DELETE', '/images/a/b/json', '/images/{name}', { name: 'a/b/json' }],
  ['DELETE', '/images/a', '/images/{name}', { name: 'a' }],
  ['DELETE', '/images/', '/images/{name}', { name: '' }],
  ['GET', '/networks/__proto__', '/networks/{id}', { id: '__proto__' }],
])('%s %s', (method, path, route, parameters) => {
  expect(router.find(method, path)).toEqual({ route, path: parameters });
});

it.each([
  ['GET', '/'],
  ['GET', ''],
  ['GET', '/containers'],
  ['GET', '/containers/'],
  ['GET', '/containers/a'],
  ['GET', '/containers//json'],
  ['GET', '/containers/a/b/json'],
  ['GET', '/volumes/'],
  ['GET', '/networks//'],
  ['GET', '/images//json'],
  ['DELETE', '/images//a'],
  ['DELETE', '/images/a/../b'],
  ['GET', '/./containers/json'],
  ['POST', '/containers/json'],
  ['HEAD', '/containers/json'],
  ['TRACE', '/_ping'],
  ['GET', '/__proto__/x'],
  ['GET', '/containers%2Fa'],
  ['GET', '/none/a%zz/json'],
  ['PUT', '/containers/a%20b/json'],
])('%s %s leads nowhere', (method, path) => {
  expect(router.find(method, path)).toBeUndefined();
});

it.each(['/a/{b}/c/{d}', '/{a}', '/a/b/{c}'])('%s is no path of engines', (path) => {
  const operations = { it: { id: 'it', noun: 'n', verb: 'v', method: 'GET', path, responses: {} } } as const;
  expect(() => new EngineRouter({ version: '1.44', operations }, (operation) => operation)).toThrow(
    `${path} is not a path of engines, whose only parameter is the second segment`,
  );
});

describe('the URL', () => {
  it.each([
    ['/v1.41/info?a=1&b', { version: '1.41', path: '/info', query: 'a=1&b' }],
    ['/info', { version: undefined, path: '/info', query: '' }],
    ['/volumes', { version: undefined, path: '/volumes', query: '' }],
    ['/v1.41', { version: undefined, path: '/v1.41', query: '' }],
    ['/v1.x/info', { version: undefined, path: '/v1.x/info', query: '' }],
    ['/v/info', { version: undefined, path: '/v/info', query: '' }],
    ['/info?x=/v1.41/', { version: undefined, path: '/info', query: 'x=/v1.41/' }],
    ['http://engine:2375/v1.44/info?a', { version: '1.44', path: '/info', query: 'a' }],
    ['*', { version: undefined, path: '*', query: '' }],
  ])('%s', (url, wanted) => expect(splitUrl(url)).toEqual(wanted));
});

it.each([
  ['/a//b/./c/../d?e=//', '/a/b/d?e=//'],
  ['//host', '/host'],
  // Browsers read `\\` as `/`.
  ['//\\host/', '/%5Chost/'],
  ['/a/b', '/a/b'],
])('%s leads to %s, which names no other host', (url, clean) => expect(cleanUrlOf(url)).toBe(clean));
