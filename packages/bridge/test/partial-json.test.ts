/** Tests that values that are not needed keep their text, and that all others are decoded. */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { partialJsonOf } from '../src/message/partial-json.js';

function read(paths: readonly string[], text: string): { readonly value: unknown; readonly again: string } {
  const partial = partialJsonOf(paths)?.();
  if (partial === undefined) throw new Error(`everything of ${paths.join()} is needed`);
  const value = partial.parse(text);
  return { value, again: partial.textOf(value) };
}

describe('what is not needed', () => {
  it('is not decoded, and keeps its place and its text', () => {
    const text = '[{"A":1e400,"B" : { "x":[1.0,"]}\\""]},"C":[2],"D":"\\u00e9","E":null},{"C":3},{},null]';
    const { value, again } = read(['[].C'], text);
    expect(value).toMatchObject([{ C: [2] }, { C: 3 }, {}, null]);
    // One property stands for all others, and an object without others has none.
    expect((value as readonly object[]).slice(0, 3).map((entry) => Object.keys(entry).length)).toEqual([2, 1, 0]);
    expect(again).toBe(text);
  });

  it('stays where values of maps are needed', () => {
    const text = '{"N":{"a":{"New":1,"Old":1.0},"b":{"Old":-0}},"O":1}';
    const { value, again } = read(['N{}.New'], text);
    expect(value).toMatchObject({ N: { a: { New: 1 }, b: {} } });
    expect(again).toBe(text);
  });

  it('stays beside a value that changes', () => {
    const partial = partialJsonOf(['A', 'C'])?.();
    const { A: _a, ...rest } = partial?.parse('{"A":1,"B":1.0,"C":2,"D":0.10}') as Readonly<Record<string, unknown>>;
    expect(partial?.textOf({ ...rest, C: 'changed', E: 5 })).toBe('{"B":1.0,"C":"changed","D":0.10,"E":5}');
  });
});

it.each(['', '[', '{"A":1,}', '{"A":1 "C":2}', '{"B":}', '[{"C":1}] 2', '{A:1}', '[1,]', '{"B":"'])(
  '%s is not JSON',
  (text) => expect(() => read(['C', '[].C'], text)).toThrow(SyntaxError),
);

it('writes entries that were moved, left out, copied and added', () => {
  const partial = partialJsonOf(['[].A'])?.();
  const [one, two, three] = partial?.parse('[{"A":1,"B":1.0},{"A":2,"B":2.0},{"A":3,"B":3.0}]') as readonly object[];
  expect(two).toMatchObject({ A: 2 });
  expect(partial?.textOf([three, { ...one, A: undefined }, three, { A: [{ C: one }] }, undefined])).toBe(
    '[{"A":3,"B":3.0},{"B":1.0},{"A":3,"B":3.0},{"A":[{"C":{"A":1,"B":1.0}}]},null]',
  );
});

it.each(['1e2', '1.50', '12345678901234567890', '-0', '0', '-12', '[1.0,{"x":"\\\\"}]', 'true', '""'])(
  'writes %s as it was, also in another place',
  (text) => {
    const partial = partialJsonOf(['A'])?.();
    const { A, ...rest } = partial?.parse(`{"A":${text},"B":1}`) as Readonly<Record<string, unknown>>;
    expect(partial?.textOf({ A, ...rest, Other: A })).toBe(`{"A":${text},"B":1,"Other":${text}}`);
  },
);

it.each([
  ['repeated names', '{"A":1,"A":2,"B":1}', { A: 2, B: 1 }],
  ['the name of a prototype', '{"A":{"__proto__":1},"B":1}', JSON.parse('{"A":{"__proto__":1},"B":1}')],
])('decodes %s as a parser does', (_what, text, value) => expect(read(['A'], text).value).toEqual(value));

it.each(['{"A":"\u0001"}', '{"A":01,"B":1}', '{"A":tru,"B":1}', '{"A":1-,"B":1}'])('%j is not JSON', (text) =>
  expect(() => read(['A'], text)).toThrow(SyntaxError),
);

it('decodes names with escapes', () => {
  expect(read(['C'], '{"\\u0043":1,"B":2}').value).toEqual({ C: 1, B: 2 });
});

it('writes any text again as it was', () => {
  const names = fc.constantFrom('A', 'B', 'C', 'long name', '"', '\\', 'é');
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 0, 1.5, '', '}', ']"\\', 'é'),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(names, tie('json'), { maxKeys: 5 }),
    ),
  }));
  const paths = fc.constantFrom(['[].A', '[].B{}.C'], ['A.B[]', 'C'], ['{}.A', '[].A.B'], ['A{}[].B']);
  fc.assert(
    fc.property(json, paths, fc.constantFrom(0, 1), (value, needed, indent) => {
      const { again } = read(needed, JSON.stringify(value, undefined, indent));
      expect(JSON.stringify(JSON.parse(again))).toBe(JSON.stringify(value));
      if (indent === 0) expect(again).toBe(JSON.stringify(value));
    }),
    { seed: inject('seed') },
  );
});
