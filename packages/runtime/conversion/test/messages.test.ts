/** Tests the parts of messages other than JSON bodies: query, headers, streams of items, failures. */
import { describe, expect, it } from 'vitest';
import { convertersOf, type Rule } from '../src/index.js';
import { convertResponse, requestOf } from './scene.js';

const up = (rules: readonly Rule[]) =>
  convertersOf({ request: { upgrade: rules, downgrade: [] }, response: { upgrade: [], downgrade: [] } }).request
    .upgrade;

describe('the query', () => {
  it.each<readonly [string, Rule, object, object]>([
    ['a parameter is dropped', { rule: 'drop', at: { query: 'a' } }, { a: 1, b: 2 }, { b: 2 }],
    [
      'a filter is set',
      { rule: 'set', at: { query: 'filters', path: 'all' }, value: ['true'] },
      {},
      { filters: { all: ['true'] } },
    ],
    [
      'a filter is dropped',
      { rule: 'drop', at: { query: 'filters', path: 'all' } },
      { filters: { all: ['1'], x: ['y'] } },
      { filters: { x: ['y'] } },
    ],
    [
      'the last filter is dropped',
      { rule: 'drop', at: { query: 'filters', path: 'all' } },
      { filters: { all: ['1'] }, b: 1 },
      { b: 1 },
    ],
    ['names are case-sensitive', { rule: 'drop', at: { query: 'a' } }, { A: 1 }, { A: 1 }],
  ])('%s', (_about, rule, query, wanted) => {
    expect(up([rule])(requestOf({ query: { ...query } })).query).toEqual(wanted);
  });
});

describe('headers', () => {
  it.each<readonly [string, Rule, object]>([
    ['is dropped', { rule: 'drop', at: { header: 'X-Size' } }, { other: 'a' }],
    ['is set', { rule: 'set', at: { header: 'X-Size' }, value: '2' }, { other: 'a', 'x-size': '2' }],
    ['is another one, and stays', { rule: 'drop', at: { header: 'X-Sizes' } }, { other: 'a', 'x-size': '1' }],
  ])('that of a request %s', (_about, rule, wanted) => {
    expect(up([rule])(requestOf({ headers: { other: 'a', 'x-size': '1' } })).headers).toEqual(wanted);
  });
  const type: Rule = { rule: 'set', at: { header: 'Content-Type' }, value: 'b' };
  it('are case-insensitive', () => {
    const drop: Rule = { rule: 'drop', at: { header: 'Swarm' } };
    expect(
      convertResponse([drop, type], { status: 200, headers: { swarm: 'x', 'content-type': 'a' }, body: 1 }).headers,
    ).toEqual({
      'content-type': 'b',
    });
  });
  it('have no media type without a body, except for a hijacked connection', () => {
    expect(convertResponse([type], { status: 200, headers: {} }).headers).toEqual({});
    expect(convertResponse([type], { status: 101, headers: {} }).headers).toEqual({ 'Content-Type': 'b' });
  });
});

describe('responses', () => {
  const set: Rule = { rule: 'set', at: { body: 'A' }, value: 1 };
  it('that report a failure are passed on', () => {
    const failure = { status: 404, headers: { 'content-type': 'a' }, body: { message: 'no' } };
    expect(convertResponse([set, { rule: 'set', at: { header: 'Content-Type' }, value: 'b' }], failure)).toBe(failure);
  });
  it('that are bytes are passed on', () => {
    const bytes = { status: 200, headers: {}, body: Buffer.from('x') };
    expect(convertResponse([set], bytes).body).toBe(bytes.body);
    const stream = { status: 200, headers: {}, body: {}, stream: 'other' as const };
    expect(convertResponse([set], stream)).toBe(stream);
  });
  it('that are items are converted one by one, on demand', async () => {
    const read: number[] = [];
    let closed = false;
    async function* items() {
      try {
        for (let index = 0; ; index += 1) {
          read.push(index);
          yield { index };
        }
      } finally {
        closed = true;
      }
    }
    const { body } = convertResponse([set], { status: 200, headers: {}, stream: 'json-lines', body: items() });
    for await (const item of body as AsyncIterable<unknown>) {
      expect(item).toEqual({ index: read.length - 1, A: 1 });
      if (read.length === 3) break;
    }
    expect(read).toEqual([0, 1, 2]);
    expect(closed).toBe(true);
  });
});
