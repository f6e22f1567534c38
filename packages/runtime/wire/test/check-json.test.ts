/** Tests that values which JSON loses are refused with their place, and all others pass. */
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkJson } from '../src/index.js';

class Settings {
  readonly a = 1;
}

test.each<[string, unknown, string]>([
  ['a map', { Labels: new Map([['a', 'b']]) }, 'body/Labels is a Map: pass an object, such as Object.fromEntries(map)'],
  ['a set', { Cmd: new Set(['a']) }, 'body/Cmd is a Set: pass an array, such as [...set]'],
  ['a function', { Env: [() => 'a'] }, 'body/Env/0 is a function, which JSON does not have'],
  ['a function as a property', { Env: () => 'a' }, 'body/Env is a function, which JSON does not have'],
  ['a symbol', { 'a/b': Symbol('c') }, 'body/a~1b is a symbol, which JSON does not have'],
  [
    'an undefined item',
    ['a', undefined],
    'body/1 is undefined, which JSON does not have: pass null, or leave the item out',
  ],
  ['NaN', { Memory: [{ a: NaN }] }, 'body/Memory/0/a is a number that is not finite'],
  ['an instance', { HostConfig: new Settings() }, 'body/HostConfig is an instance of Settings: pass a plain object'],
  ['bytes', { Data: new Uint8Array(2) }, 'body/Data is an instance of Uint8Array: pass a plain object'],
  ['an expression', { a: /b/ }, 'body/a is an instance of RegExp: pass a plain object'],
  ['an error', new Error('a'), 'body is an instance of Error: pass a plain object'],
])('%s is refused', (_, value, message) => {
  expect(() => checkJson(value, 'body')).toThrow(message);
});

test('what has a form in JSON passes', () => {
  const values = [
    { a: undefined },
    new Date(0),
    new URL('http://a'),
    Object.create(null),
    runInNewContext('({ a: [{}] })'),
    5n,
  ];
  for (const value of values) checkJson(value, 'body');
  fc.assert(fc.property(fc.jsonValue(), (value) => checkJson(value, 'body')));
});
