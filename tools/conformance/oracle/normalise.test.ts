// Tests the rules of normalisation with small responses.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Exchange } from '../recorder/exchange.js';
import { normaliseResponse, normaliseText, type NamedRequest } from './normalise.js';
import { readDeviations, readRules } from './lists.js';

const rules = readRules(
  `
headers: [{ name: Content-Type, reason: r }, { name: X-Stat, base64: true, reason: r }, { name: X-Newest, replace: <newest>, reason: r }]
texts: [{ match: '\\b[0-9a-f]{12}\\b', replace: <id>, reason: r }]
types: [{ at: State/Pid, reason: r }, { at: Sizes, reason: r }]
unordered: [{ at: content/body, operations: [ThingList], reason: r }]
sets: [{ at: content/items, reason: r }]
omitted: [{ at: content/body, operations: [ThingList], property: names, value: [a], reason: r }]
ignored: [{ at: progress, reason: r }]
racing: [{ operation: ThingGet, request: /busy, reason: r }]
`,
  'rules.yaml',
);

const exchange = (response: Partial<Exchange['response']>): Exchange => ({
  engine: '26.1',
  client: 'http',
  version: '1.30',
  method: 'GET',
  path: '/v1.30/things',
  request: { headers: {} },
  response: { status: 200, headers: {}, ...response },
});
const named = (operation: string, request = 'things GET /things'): NamedRequest => ({ operation, request });
const content = (response: Partial<Exchange['response']>, operation = 'ThingGet'): unknown =>
  normaliseResponse(exchange(response), named(operation), rules).content;

test('replaces text in values, property names and request targets', () => {
  expect(content({ body: { '0123456789ab': 'at 0123456789ab' } })).toEqual({ body: { '<id>': 'at <id>' } });
  expect(normaliseText('/things/0123456789ab/json', rules.texts)).toBe('/things/<id>/json');
});

test('keeps the type of a value that varies, so that null and absent stay different', () => {
  const body = { State: { Pid: 7 }, Pid: 7, Sizes: [1, 2, { a: '' }] };
  expect(content({ body })).toEqual({
    body: { State: { Pid: '<number>' }, Pid: 7, Sizes: ['<number>', { a: '<string>' }] },
  });
  expect(content({ body: { State: { Pid: null } } })).toEqual({ body: { State: { Pid: null } } });
  expect(content({ body: { State: {} } })).toEqual({ body: { State: {} } });
  expect(content({ body: { Sizes: [{ progress: 1, a: 1 }, { a: 1 }] } })).toEqual({
    body: { Sizes: [{ a: '<number>' }] },
  });
});

test('sorts an unordered array of the named operation only', () => {
  expect(content({ body: ['b', 'a', 'a'] }, 'ThingList')).toEqual({ body: ['a', 'a', 'b'] });
  expect(content({ body: ['b', 'a', 'a'] })).toEqual({ body: ['b', 'a', 'a'] });
});

test('leaves out the items that a rule names', () => {
  const body = [{ names: ['a'], up: 1 }, { names: ['a', 'b'] }];
  expect(content({ body }, 'ThingList')).toEqual({ body: [{ names: ['a', 'b'] }] });
  expect(content({ body })).toEqual({ body });
});

test('counts equal items of a set once, after the other rules', () => {
  const items = [{ id: 'b', progress: 1 }, { id: 'a' }, { id: 'b', progress: 2 }];
  expect(content({ items })).toEqual({ items: [{ id: 'a' }, { id: 'b' }] });
});

test('compares the listed headers only, decoded where they are encoded', () => {
  const headers = {
    'content-type': 'text/plain',
    'X-Stat': btoa('{"id":"0123456789ab"}'),
    'X-Newest': '1.45',
    Date: 'now',
  };
  expect(normaliseResponse(exchange({ headers }), named('ThingGet'), rules).headers).toEqual({
    'content-type': 'text/plain',
    'x-stat': '{"id":"<id>"}',
    'x-newest': '<newest>',
  });
});

test('compares only the status and the headers of a racing request', () => {
  const headers = { 'Content-Type': 'text/plain' };
  const racing = exchange({ headers, body: 1 });
  const responseTo = (operation: string, request: string): unknown =>
    normaliseResponse(racing, named(operation, request), rules);
  const whole = { status: 200, headers: { 'content-type': 'text/plain' }, content: { body: 1 } };
  expect(responseTo('ThingGet', 'things GET /busy')).toEqual({ ...whole, content: {} });
  expect(responseTo('ThingGet', 'things GET /idle')).toEqual(whole);
  expect(responseTo('ThingList', 'things GET /busy')).toEqual(whole);
});

test('refuses a rule without a reason', () => {
  expect(() => readRules('types: [{ at: Pid }]', 'rules.yaml')).toThrow('rules.yaml, types, entry 1: has no reason');
});

test('reads the lists of this folder', () => {
  const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
  expect(readRules(read('normalise.yaml'), 'normalise.yaml').headers.has('content-type')).toBe(true);
  expect(readDeviations(read('deviations.yaml'), 'deviations.yaml', '26.1')).toEqual(expect.any(Array));
});
