/** The operation for a method and a path, for path templates of any form. */
import { describe, expect, it } from 'vitest';
import { enumOf, integer, object, optional, string, type OperationContract } from '@lading/runtime-wire';
import type { Contract } from '../../src/index.js';
import { TemplateRouter } from '../../src/dialect/standard/route/template-router.js';

function routerOf(...templates: readonly string[]): TemplateRouter<string> {
  const operations: Contract['operations'] = Object.fromEntries(
    templates.map((path) => [path, { id: path, noun: 'n', verb: 'v', method: 'GET', path, responses: {} }]),
  );
  return new TemplateRouter({ version: '1', operations }, ({ path }) => path);
}

describe('a path', () => {
  it.each([
    [['/'], '/', '/', {}],
    [['/repos/{owner}/{repo}'], '/repos/a/b', '/repos/{owner}/{repo}', { owner: 'a', repo: 'b' }],
    [['/{a}', '/x'], '/x', '/x', {}],
    [['/{a}/mine', '/x/{b}'], '/x/mine', '/x/{b}', { b: 'mine' }],
    [['/{a}/y', '/x/{b}/z'], '/x/y', '/{a}/y', { a: 'x' }],
    [['/files/{path}.json', '/files/{path}'], '/files/a.b.json', '/files/{path}.json', { path: 'a.b' }],
    [['/files/{path}.json', '/files/{path}'], '/files/.json', '/files/{path}', { path: '.json' }],
    [['/compare/{base}...{head}'], '/compare/a...b..c', '/compare/{base}...{head}', { base: 'a', head: 'b..c' }],
    [['/range/{from}-{to}'], '/range/1-2-3', '/range/{from}-{to}', { from: '1-2', to: '3' }],
    [['/{a}{b}'], '/xyz', '/{a}{b}', { a: 'x', b: 'yz' }],
    [['/a/{x}', '/a/{y}/b'], '/a/1/b', '/a/{y}/b', { y: '1' }],
    [['/a/{b}'], '/a/b%2Fc', '/a/{b}', { b: 'b/c' }],
    [['/a/{b}'], '/a/%zz', '/a/{b}', { b: undefined }],
    [['/straße/{b}'], '/stra%C3%9Fe/x', '/straße/{b}', { b: 'x' }],
    [['/größe-{b}'], '/gr%C3%B6%c3%9fe-%C3%B6', '/größe-{b}', { b: 'ö' }],
    [['/\ud800{b}'], '/\ud800x', '/\ud800{b}', { b: 'x' }],
    [['/a/{b}}'], '/a/x%7D', '/a/{b}}', { b: 'x' }],
    [['/a/{b}}'], '/a/x%7d}', '/a/{b}}', { b: 'x}' }],
    [['/a/{b}%20{c}'], '/a/1%202%203', '/a/{b}%20{c}', { b: '1 2', c: '3' }],
    [['/f(x={a},y={b})'], '/f(x=1%2C2,y=%27)', '/f(x={a},y={b})', { a: '1,2', b: "'" }],
    [['/f(x={a},y={b})'], '/f%28x%3D1%2Cy%3d2%29', '/f(x={a},y={b})', { a: '1', b: '2' }],
    [['/x/{a}:go', '/x/{a}'], '/x/b%3Ago', '/x/{a}', { a: 'b:go' }],
    [['/x/{a}:go'], '/x/b%3Ago', '/x/{a}:go', { a: 'b' }],
    [['/a/'], '/a/', '/a/', {}],
    [['/__proto__/{__proto__}'], '/__proto__/x', '/__proto__/{__proto__}', { ['__proto__']: 'x' }],
  ])('of %j: %s', (templates, path, route, parameters) => {
    const match = routerOf(...templates).find('GET', path);
    expect(match?.route).toBe(route);
    expect(Object.entries(match?.path ?? {})).toEqual(Object.entries(parameters));
  });

  it.each([
    [['/a/{b}'], '/a/'],
    [['/a/{b}'], '/a'],
    [['/a'], '/a/'],
    [['/a/{b}'], '/a/b/c'],
    [['/x-{a}-{b}'], '/x-1'],
    [['/{a}-{b}.json'], '/1.json'],
  ])('of %j does not match %s', (templates, path) => {
    expect(routerOf(...templates).find('GET', path)).toBeUndefined();
  });

  it.each([
    ['/about.json', '/{name}{type}', { name: 'about', type: '.json' }],
    ['/a.json.json', '/{name}{type}', { name: 'a.json', type: '.json' }],
    ['/about', '/{name}', { name: 'about' }],
  ])('%s has the values of an enum beside another parameter', (path, route, parameters) => {
    const operation = { noun: 'n', verb: 'v', method: 'GET', responses: {} };
    const type = { encoding: 'plain', schema: enumOf(['.json', '.xml']), required: true } as const;
    const operations = {
      both: { ...operation, id: 'both', path: '/{name}{type}', parameters: { path: { type } } },
      one: { ...operation, id: 'one', path: '/{name}' },
    };
    const match = new TemplateRouter({ version: '1', operations }, (one) => one.path).find('GET', path);
    expect([match?.route, { ...match?.path }]).toEqual([route, parameters]);
  });

  it('with several parameters of any text beside each other is read in one pass, whatever an enum has', () => {
    const type = { encoding: 'plain', schema: enumOf(['.json']), required: true } as const;
    const operation = { id: 'a', noun: 'n', verb: 'v', method: 'GET', responses: {}, path: '/{a}{b}{type}' };
    const operations = { a: { ...operation, parameters: { path: { type } } } };
    const match = new TemplateRouter({ version: '1', operations }, (one) => one.path).find('GET', '/xyz.json');
    expect({ ...match?.path }).toEqual({ a: 'x', b: 'y', type: 'z.json' });
  });

  it('of another method does not match', () => {
    expect(routerOf('/a/{b}').find('POST', '/a/1')).toBeUndefined();
  });
});

/** Returns the router of operations of one path, whose routes are their IDs. */
function routerOfOne(operations: Readonly<Record<string, Partial<OperationContract>>>): TemplateRouter<string> {
  const all = Object.entries(operations).map(([id, one]): [string, OperationContract] => [
    id,
    { id, noun: 'n', verb: id, method: 'GET', path: '/', responses: {}, ...one },
  ]);
  return new TemplateRouter({ version: '1', operations: Object.fromEntries(all) }, ({ id }) => id);
}

describe('operations of one path', () => {
  const action = (value: string) =>
    ({
      encoding: 'plain',
      schema: { kind: 'enum', values: [value], open: false },
      required: true,
    }) as const;
  const id = { encoding: 'plain', schema: integer(), required: true } as const;
  const byAction = {
    a: { parameters: { query: { Action: action('a') } } },
    b: { parameters: { query: { Action: action('b') } } },
  };
  const byTarget = {
    a: { parameters: { headers: { Target: action('a') } } },
    b: { parameters: { headers: { Target: action('b') } } },
  };
  const byQuery = { a: { path: '/?Action=a' }, b: { path: '/?Action=b' }, c: { path: '/?flag' }, d: {} };
  const byId = { all: {}, one: { parameters: { query: { id } } } };
  const name = { encoding: 'plain', schema: string } as const;
  const one = { schema: object({ name: optional(string) }), encoding: { style: 'form', explode: true } } as const;
  const byCookie = {
    a: { parameters: { cookies: { object: one } } },
    b: { parameters: { cookies: { object: { ...one, encoding: { style: 'form' } } } } },
  } as const;
  const byOptional = { a: { parameters: { query: { a: name } } }, b: { parameters: { query: { b: name } } } };
  const byCookieName = { a: { parameters: { cookies: { a: name } } }, b: { parameters: { cookies: { b: name } } } };
  const filter = { schema: object({ x: optional(string) }), encoding: 'json' } as const;
  const byProperty = { a: { parameters: { query: { a: name } } }, b: { parameters: { query: { filter } } } };
  const byWhole = {
    a: { parameters: { query: { a: name } } },
    b: { parameters: { querystring: { whole: { encoding: 'json', schema: object({}) } } } },
  } as const;
  const byFixed = { a: { path: '/?one' }, b: { path: '/?one', parameters: { query: { b: name } } } };
  const byType = {
    json: { body: { kind: 'json', schema: integer() } },
    image: { body: { kind: 'bytes', content: { 'image/*': {} } } },
  } as const;

  const byBody = { none: {}, some: { body: { kind: 'json', schema: integer(), required: true } } } as const;
  const byBodyLast = { some: byBody.some, none: {} } as const;

  it.each<[string, Readonly<Record<string, Partial<OperationContract>>>, string, Record<string, string>, string]>([
    ['a value in the query', byAction, 'x=1&Action=b', {}, 'b'],
    ['a value in a header', byTarget, '', { target: 'b' }, 'b'],
    ['the query in the path', byQuery, 'Action=b', {}, 'b'],
    ['a name in the path', byQuery, 'flag', {}, 'c'],
    ['no query', byQuery, '', {}, 'd'],
    ['the cookies of an object', byCookie, '', { cookie: 'object=name,x' }, 'b'],
    ['the cookies of its properties', byCookie, '', { cookie: 'name=x' }, 'a'],
    ['a required parameter', byId, 'id=1', {}, 'one'],
    ['the absence of one', byId, 'x=1', {}, 'all'],
    ['a parameter that only one declares', byOptional, 'b=1', {}, 'b'],
    ['a cookie that only one declares', byCookieName, '', { cookie: 'b=1' }, 'b'],
    ['the property of an object', byProperty, 'x=1', {}, 'b'],
    ['the key of an object in brackets', byProperty, 'filter[x]=1', {}, 'b'],
    ['the whole query', byWhole, 'x=1', {}, 'b'],
    ['a parameter beside the query in the path', byFixed, 'one&b=1', {}, 'b'],
    ['the fewest that are not declared', byOptional, 'a=1&a=2&b=1&x=1', {}, 'a'],
    ['the type of the body', byType, '', { 'content-type': 'image/png' }, 'image'],
    ['a body that only one takes', byBody, '', { 'content-type': 'application/json' }, 'some'],
    ['a body that only one requires', byBodyLast, '', {}, 'none'],
    ['nothing: the first', byAction, '', {}, 'a'],
  ])('differ in %s', (_what, operations, query, headers, route) => {
    expect(routerOfOne(operations).find('GET', '/', query, headers)?.route).toBe(route);
  });

  it.each([
    ['/images/a/b/json', 'inspect', 'a/b'],
    ['/images/a%2Fb/c/json', 'inspect', 'a%2Fb/c'],
    ['/images/a/json', 'inspect', 'a'],
    ['/images/json', 'list', undefined],
  ])('with a name that has slashes: %s', (path, route, name) => {
    const router = routerOfOne({
      list: { path: '/images/json' },
      inspect: { path: '/images/{name}/json', slashes: true },
    });
    const match = router.find('GET', path);
    expect([match?.route, match?.encodedPath?.['name']]).toEqual([route, name]);
  });
});
