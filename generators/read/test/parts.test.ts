/** A text that is parsed after another one says what it says by itself. */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../../document/index.js';
import { parseText } from '../index.js';
import { Parts } from '../parts.js';

const isFullRun = inject('isFullRun');

/** Long enough that every block with some entries is taken apart. */
const long = ` # ${'long '.repeat(300)}`;

const keys = fc.constantFrom('a', 'b', 'x-c', '/d/{e}', "'f: g'", '"h"', '200', '__proto__');
const leaves = fc.constantFrom(
  '1',
  'text',
  "'it''s'",
  '"two\n      lines"',
  '|\n      block\n      # none',
  '{ i: [1] }',
  '',
);

/** The lines of a mapping or a list that stands at a margin. */
const { block } = fc.letrec<{ block: readonly string[]; value: readonly string[] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaves.map((leaf) => [` ${leaf}`]),
    tie('block').map((lines) => ['', ...lines.map((line) => `  ${line}`)]),
  ),
  block: fc.oneof(
    fc
      .uniqueArray(fc.tuple(keys, tie('value')), { selector: ([key]) => key, minLength: 1, maxLength: 4 })
      .map((entries) => entries.flatMap(([key, [first, ...more]]) => [`${key}:${first}`, long, ...more])),
    fc
      .array(tie('value'), { minLength: 1, maxLength: 4 })
      .map((entries) => entries.flatMap(([first, ...more]) => [`-${first}`, long, ...more])),
  ),
}));

/** What may stand between well-formed lines, mostly in the wrong place. */
const odd = fc.constantFrom(
  ...['a: 1', '- a', '"open', "'it''s", "j: 'open", '<<: {a: 1}', 'k: |', 'k: >+', '? l', 'm: &n 1', 'o: *n', '*n : 1'],
  ...[
    '...',
    '---',
    '\tp: 1',
    '#',
    '',
    '}',
    'q: {',
    'plain',
    'r:s',
    'null: 1',
    '! t',
    '- - u: 1',
    '\u00a0v: 1',
    'w:\u00a01',
  ],
);
const edit = fc.record({ at: fc.nat(), margin: fc.nat(3), line: fc.option(odd), times: fc.nat(1) });

function edited(
  text: string,
  { at, margin, line, times }: { at: number; margin: number; line: string | null; times: number },
) {
  const lines = text.split('\n');
  const made = line === null ? [] : [`${'  '.repeat(margin)}${line}`];
  return lines.toSpliced(at % lines.length, times, ...made).join('\n');
}

/** Behind the mark of a document nothing is taken apart. */
function whole(text: string): Json | 'refused' {
  return outcome(() => parseText('a.yaml', `---\n${text}`));
}

function outcome(parse: () => Json): Json | 'refused' {
  try {
    return parse();
  } catch {
    return 'refused';
  }
}

describe('a text that is parsed after another one', () => {
  it('says what it says by itself, to the order of keys', () => {
    const seen = { read: 0, refused: 0 };
    fc.assert(
      fc.property(block, fc.array(edit, { maxLength: 3 }), (lines, edits) => {
        const parts = new Parts();
        let text = lines.join('\n');
        for (const next of [undefined, ...edits]) {
          text = next === undefined ? text : edited(text, next);
          const [made, wanted] = [outcome(() => parseText('a.yaml', text, parts)), whole(text)];
          seen[wanted === 'refused' ? 'refused' : 'read'] += 1;
          // A second document and what stands before the first mark are other things behind a mark of our own.
          if (/^(---|\.\.\.|%)/m.test(text)) continue;
          expect(JSON.stringify(made)).toBe(JSON.stringify(wanted));
        }
      }),
      { numRuns: isFullRun ? 1500 : 150 },
    );
    expect(Math.min(seen.read, seen.refused)).toBeGreaterThan(isFullRun ? 500 : 50);
  });

  const entry = (name: string, value: string) => `  ${name}:\n    says: ${value}\n${long}\n`;
  const [one, other, changed] = [entry('one', 'a'), entry('other', 'b'), entry('one', 'c')];

  it('is made of the entries that it has in common with it, wherever they stand', () => {
    const parts = new Parts();
    const read = (text: string) => parseText('a.yaml', text, parts) as { paths: { one: object; other: object } };
    const former = read(`paths:\n${one}${other}${entry('more', 'd')}`);
    const next = read(`# Moved.\npaths:\n${other}${entry('more', 'd')}${changed}`);
    expect(next.paths.one).toEqual({ says: 'c' });
    expect(next.paths.other).toBe(former.paths.other);
  });

  it('says the same words in two places by two objects', () => {
    const parts = new Parts();
    const twice = ['a', 'b'].map((key) => `${key}:\n${one}${other}${entry('more', 'd')}`).join('');
    for (const text of [twice, `# Again.\n${twice}`]) {
      const { a, b } = parseText('a.yaml', text, parts) as { a: { one: object }; b: { one: object } };
      expect(a.one).toEqual(b.one);
      expect(a.one).not.toBe(b.one);
    }
  });

  it('is refused for a key that is there twice and an alias of nothing, and follows an alias to another entry', () => {
    expect(() => parseText('a.yaml', `paths:\n${one}${other}${changed}`)).toThrow(/unique/);
    const aliased = `paths:\n${entry('one', '&a 1')}${other}${entry('more', '*a')}`;
    expect(parseText('a.yaml', aliased)).toMatchObject({ paths: { more: { says: 1 } } });
    expect(() => parseText('a.yaml', aliased.replace('&a ', ''))).toThrow(/READ_/);
  });
});

it('looks through a text of many levels a few times, not once for each', () => {
  const levels = Array.from({ length: 400 }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
  let parsed = 0;
  new Parts().value(`${levels}${' '.repeat(400)}b: 1\n`, (some) => {
    parsed += 1;
    return parse(some) as Json;
  });
  expect(parsed).toBeGreaterThan(1);
  expect(parsed).toBeLessThan(20);
});
