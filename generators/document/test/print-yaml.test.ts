/** What is printed is what every reader of YAML reads. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { printYaml } from '../index.js';

const read = (text: string): readonly unknown[] => (['1.1', '1.2'] as const).map((version) => parse(text, { version }));

it.each([
  'no',
  'On',
  'y',
  '12:30',
  '010',
  '0o7',
  '1_000',
  '2016-06-07T20:31:11.853781916Z',
  '2016-06-07',
  '',
  '~',
  '<<',
  '=',
  ` begins with a space, and is longer than a line of a terminal: ${'word '.repeat(40)}`,
  `two lines\n  of which one is indented ${'word '.repeat(40)}\n`,
])('a string stays a string: %j', (text) => {
  const value = { text, list: [text], enum: ['', text] };
  expect(read(printYaml(value))).toEqual([value, value]);
});

it('any value is read back by readers of both versions', () => {
  const piece = fc.constantFrom(
    'no',
    'yes',
    ' ',
    '  ',
    '\n',
    ':',
    '#',
    '- ',
    '1',
    '0x',
    '_',
    '"',
    "'",
    '|',
    'a'.repeat(90),
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  const leaf = fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'no', 'b c', '1'), tie('value'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      const plain: unknown = JSON.parse(JSON.stringify(given));
      expect(read(printYaml(plain))).toEqual([plain, plain]);
    }),
    { numRuns: 1000 },
  );
});
