/** Constants of emitters are formatted as prettier does, or left to it. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, type Options } from 'prettier';
import { expect, inject, it } from 'vitest';
import { layoutContext } from '../../code/layout/lay-out.js';
import { parseConstant } from '../../code/layout/parse-code.js';
import { formattedConstant } from '../print/print-statement.js';

const settings = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../.prettierrc.json', import.meta.url)), 'utf8'),
) as Options;

const word = fc.constantFrom(
  'z',
  'v',
  'Pet',
  'name',
  'aLongerNameOfAProperty',
  '$',
  'A_NameThatTakesHalfOfALineOrEvenMoreOfItAll',
);
const atom = fc.oneof(
  word,
  fc.constantFrom(
    "'a'",
    "'a text of some words, which is long'",
    "'\\\\d'",
    '0',
    '-5',
    '2 ** 63',
    '-(2 ** 63)',
    'true',
    'null',
  ),
);
const arrow = fc.constantFrom(
  '(value) => Number.isInteger(value)',
  '(value) => isDate(value)',
  '() => Pet',
  '(value) => value !== undefined',
  '(value) => Object.keys(value).every(() => false)',
);
const { value } = fc.letrec<{ value: string; call: string; object: string; list: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    tie('call'),
    tie('call'),
    tie('object'),
    tie('list'),
  ),
  call: fc
    .tuple(
      word,
      fc.array(
        fc.tuple(
          fc.constantFrom('', '.string', '.refine', '.optional', '.looseObject', '.inner.record'),
          fc.array(fc.oneof(tie('value'), tie('value'), arrow), { maxLength: 3 }),
        ),
        { minLength: 1, maxLength: 5 },
      ),
    )
    .map(([head, links]) => `${head}${links.map(([member, passed]) => `${member}(${passed.join(', ')})`).join('')}`),
  object: fc
    .tuple(
      fc.boolean(),
      fc.array(fc.tuple(fc.constantFrom('a', 'name', "'x-y'", "'1.2 a'", 'longer'), tie('value')), { maxLength: 4 }),
    )
    .map(([isOpen, entries]) => {
      const lines = entries.map(([key, one]) => `${key}: ${one}`);
      return lines.length === 0 ? '{}' : isOpen ? `{\n${lines.join(',\n')},\n}` : `{ ${lines.join(', ')} }`;
    }),
  list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
}));
const constant = fc
  .tuple(
    fc.constantFrom('', '/** One line. */\n', '/**\n * Two\n *\n * lines.\n */\n'),
    word,
    fc.constantFrom('', ': z.ZodType<Pet>'),
    value,
    fc.boolean(),
  )
  .map(([comment, name, type, code, isCast]) => {
    const whole = isCast ? `(${code} as unknown as z.ZodType<Pet>)` : code;
    return `${comment}export const ${name}${type} = ${whole};`;
  });

it('formats constants as prettier does', async () => {
  let formatted = 0;
  let all = 0;
  await fc.assert(
    fc.asyncProperty(constant, async (text) => {
      all += 1;
      const own = formattedConstant(text, layoutContext({}));
      if (own === undefined) return;
      formatted += 1;
      expect(`${own}\n`).toBe(await format(text, { ...settings, parser: 'typescript' }));
    }),
    { numRuns: inject('isExhaustiveRun') ? 20_000 : inject('isFullRun') ? 1500 : 200 },
  );
  // About four in ten; a run of few draws may have less.
  expect(formatted / all).toBeGreaterThan(0.25);
});

it.each([
  'export const a = ;',
  'export const a = b(c;',
  'export const a = [b c];',
  "export const a = 'b\n';",
  'export const a = 1; export const b = 2;',
  'export const a = class;',
  'export const class = 1;',
  'export const a = { b: 1 c: 2 };',
  'export const a = b(,);',
  'export const a = 08;',
  'const a = 1;',
])('leaves what is no such constant to a compiler: %s', (text) => {
  expect(parseConstant(text)).toBeUndefined();
});
