/** Several parameters in a segment: where one ends, and that every value of a client arrives. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchSegment, segmentPattern } from '../../src/dialect/standard/route/segment-pattern.js';
import { decodePath } from '../../src/route/match.js';

it.each([
  [['', '.', ''], 'a.tar.gz', ['a.tar', 'gz']],
  [['', '.', ''], '.profile', undefined],
  [['', '.', ''], 'a.', undefined],
  [['', '.', ''], '..a', ['.', 'a']],
  [['v', '-', '.json'], 'v1-2-3.json', ['1-2', '3']],
  [['', '--', ''], 'a---b', ['a-', 'b']],
  [['', '-', '.', ''], 'a-b-c.d.e', ['a-b', 'c.d', 'e']],
  [['', '-', '.', ''], 'a.b-c', undefined],
  [['', '...', ''], 'a.b', undefined],
] as const)('%j splits %s', (literals, segment, texts) => {
  expect(matchSegment(segmentPattern(literals, false), segment)).toEqual(texts);
});

it('splits what was joined, if a separator is escaped after its first parameter', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((each) => !/\p{Surrogate}/u.test(each));
  const separator = fc.constantFrom('.', '-', '--', '.v', '~', '_');
  fc.assert(
    fc.property(text, fc.array(fc.tuple(separator, text), { minLength: 1, maxLength: 3 }), (first, others) => {
      const escaped = (value: string, of: string) =>
        encodeURIComponent(value).replace(/%[\dA-F]{2}|./g, (part) =>
          of.includes(part) ? `%${part.charCodeAt(0).toString(16)}` : part,
        );
      const segment = encodeURIComponent(first) + others.map(([of, value]) => of + escaped(value, of)).join('');
      const literals = ['', ...others.map(([of]) => of), ''];
      const found = matchSegment(segmentPattern(literals, false), segment)?.map(decodePath);
      expect(found).toEqual([first, ...others.map(([, value]) => value)]);
    }),
  );
});
