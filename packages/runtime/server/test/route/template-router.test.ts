/** The operation for a method and a path, for path templates of any form. */
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/index.js';
import { TemplateRouter } from '../../src/route/index.js';

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
    [['/range/{from}-{to}'], '/range/1-2-3', '/range/{from}-{to}', { from: '1', to: '2-3' }],
    [['/{a}{b}'], '/xyz', '/{a}{b}', { a: 'x', b: 'yz' }],
    [['/a/{x}', '/a/{y}/b'], '/a/1/b', '/a/{y}/b', { y: '1' }],
    [['/a/{b}'], '/a/b%2Fc', '/a/{b}', { b: 'b/c' }],
    [['/a/{b}'], '/a/%zz', '/a/{b}', { b: undefined }],
    [['/straße/{b}'], '/stra%C3%9Fe/x', '/straße/{b}', { b: 'x' }],
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

  it('of another method does not match', () => {
    expect(routerOf('/a/{b}').find('POST', '/a/1')).toBeUndefined();
  });
});
