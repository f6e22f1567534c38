/** What is printed is what every reader of YAML reads. */
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { printYaml } from '../index.js';
import { yamlReaders } from '../../testing/yaml-readers.js';

const strings = [
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
  '.NaN',
  '+.inf',
  '0b1',
  '190:20:30',
  '1.0e+5',
  '---',
  '...',
  '!tag',
  '*name',
  '%YAML',
  '@at',
  'a: b',
  'a #b',
  'tab\there',
  'next\u0085line',
  'separated\u2028lines',
  '\ufeffmark',
  'bell\u0007',
  'face \u{1f600}',
  'carriage\r\nreturn',
  ` begins with a space, and is longer than a line of a terminal: ${'word '.repeat(40)}`,
  `two lines\n  of which one is indented ${'word '.repeat(40)}\n`,
];

it.each(await yamlReaders())('a string stays a string: $name', ({ readAll }) => {
  const values = strings.map((text) => ({ text, list: [text], enum: ['', text], [text]: null }));
  expect(readAll(values.map(printYaml))).toEqual(values);
});

it.each(await yamlReaders())('any value is read back: $name', ({ readAll }) => {
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
  const number = fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(1e21, -1e-7),
  );
  const leaf = fc.oneof(text, fc.boolean(), number, fc.constant(null));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'no', 'b c', '1'), tie('value'), { maxKeys: 3 }),
    ),
  }));
  // Many at once: a reader may be a process.
  const size = inject('isFullRun') ? 200 : 60;
  fc.assert(
    fc.property(fc.array(value, { minLength: size, maxLength: size }), (given) => {
      const plain = JSON.parse(JSON.stringify(given.map((one) => ({ value: one })))) as readonly unknown[];
      expect(readAll(plain.map(printYaml))).toEqual(plain);
    }),
    { numRuns: inject('isFullRun') ? 5 : 2, endOnFailure: true },
  );
});
