/** Tests that the bytes of a body are passed on undecoded only if no rule changes them. */
import { describe, expect, it } from 'vitest';
import { chain, conversionOf, type Conversion, type Hook, type Rule } from '../src/index.js';
import { convertResponse } from './scene.js';

function conversionWith(response: readonly Rule[], hooks: Readonly<Record<string, Hook>> = {}): Conversion {
  const box = { request: { upgrade: [], downgrade: [] }, response: { upgrade: [], downgrade: response } };
  return conversionOf({ client: '1', engine: '2', requests: 'upgrade', operations: { Box: box }, hooks });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const mayChange = (rules: readonly Rule[], text: string): boolean | undefined =>
  conversionWith(rules).mayChange?.('Box')?.(bytes(text));

const drop: Rule = { rule: 'drop', at: { body: '[].Nets{}.New' } };
const dropNull: Rule = { rule: 'drop', at: { body: 'Signal' }, when: [{ of: '', is: [null] }] };
const fallback: Rule = { rule: 'default', at: { body: 'Host.Size' }, value: [0, 0] };
const replace: Rule = { rule: 'replace', at: { body: 'Kind' }, from: 'a', value: 'b' };

describe.each([
  ['a property that is dropped', drop, '[{"Nets":{"x":{"New":null}}}]', true],
  ['the property in another entry', drop, '[{"Nets":{}},{"Nets":{"x":{},"y":{"Old":1,"New":2}}}]', true],
  ['the name in another place', drop, '[{"New":1,"Nets":{"New":{"Old":{"New":1}}}},"New"]', false],
  ['the name in a string', drop, '[{"Nets":{"x":{"Old":"{\\"New\\":1,"}}}]', false],
  ['an escaped name', drop, '[{"Nets":{"x":{"N\\u0065w":1}}}]', true],
  ['nothing', drop, ' [ ] ', false],
  ['another kind of value', drop, '{"Nets":{"x":{"New":1}}}', false],
  ['null where it is dropped', dropNull, '{"Signal": null}', true],
  ['another value than null', dropNull, '{"Signal":"null"}', false],
  ['an absent default', fallback, '{"Host":{"Other":[{"Size":1}]}}', true],
  ['a default that is null', fallback, '{"Host":{"Size":null}}', true],
  ['a default that exists', fallback, '{"Host":{ "A":1 , "Size":[1,2] }}', false],
  ['a default without the object', fallback, '{"Host":null}', false],
  ['a second object without the default', fallback, '{"Host":{"Size":1},"Host":{}}', true],
  ['the value that is replaced', replace, '{"Kind":"a"}', true],
  ['a longer value', replace, '{"Kind":"ab"}', false],
  ['the value that is replaced, elsewhere', replace, '{"Other":"a"}', false],
  ['an escaped value', replace, '{"Kind":"\\u0061"}', true],
] as const)('%s', (_what, rule, text, expected) => {
  it(`${expected ? 'may be' : 'is not'} changed`, () => {
    expect(mayChange([rule], text)).toBe(expected);
    const scan = conversionWith([rule]).mayChange?.('Box');
    expect(scan?.(bytes(text), (name) => text.includes(name))).toBe(expected);
    const body: unknown = JSON.parse(text);
    // The other direction may be wrong: what is decoded in vain only takes longer.
    if (!expected) expect(convertResponse([rule], { status: 200, headers: {}, body }).body).toBe(body);
  });
});

it.each(['', '{', '[{"Nets"', '[{"Nets":{"x":{"Old":"', '[{"Nets":}', '[{"Nets":{"x":[}}]', '[1 2', '[{"a":"b}]'])(
  'what is not JSON is decoded: %s',
  (text) => {
    expect(mayChange([drop], text)).toBe(true);
  },
);

it('rules that act on any body may change each', () => {
  expect(mayChange([drop, { rule: 'set', at: { body: 'a' }, value: 1 }], '{}')).toBe(true);
});

it('nothing can be told of headers, of requests, and of hooks that do not say it', () => {
  const hook: Hook = { around: (request, next) => next(request) };
  const specific: Hook = { ...hook, touches: { Box: [{ body: 'Mode', is: [false] }] } };
  const rule = { rule: 'hook', at: { body: 'Mode' }, hook: 'some' } as const;
  expect(mayChange([{ rule: 'drop', at: { header: 'a' } }], '{}')).toBeUndefined();
  expect(conversionWith([rule], { some: hook }).mayChange?.('Box')).toBeUndefined();
  const scan = conversionWith([rule], { some: specific }).mayChange?.('Box');
  expect(['{"Mode":false}', '{"Mode":true}'].map((text) => scan?.(bytes(text)))).toEqual([true, false]);
  const asked: Rule = { rule: 'warn', at: { body: 'a' }, warning: 'gone' };
  const box = { request: { upgrade: [asked], downgrade: [] }, response: { upgrade: [], downgrade: [] } };
  const parts = { client: '1', engine: '2', requests: 'upgrade', operations: { Box: box }, hooks: {} } as const;
  expect(conversionOf(parts).mayChange?.('Box')).toBeUndefined();
});

it('a chain changes what one of its conversions changes', () => {
  const inner = { ...conversionWith([drop]), client: '2', engine: '3' };
  const scan = chain(conversionWith([fallback]), inner).mayChange?.('Box');
  const texts = ['[{"Nets":{"x":{"New":1}}}]', '{"Host":{}}', '{}'];
  expect(texts.map((text) => scan?.(bytes(text)))).toEqual([true, true, false]);
  expect(chain(conversionWith([]), inner).mayChange?.('Box')?.(bytes('{}'))).toBe(false);
});
