/** Patches of files turn the old text into the new one, also where so many lines differ that the smallest is not searched for. */
import { applyPatch } from 'diff';
import { expect, test } from 'vitest';
import { patchOf } from '../src/patch.js';

const lines = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join('\n');
const pairs: readonly (readonly [name: string, before: string, after: string])[] = [
  ['a few lines', 'a\nb\nc\n', 'a\nx\nc\n'],
  ['all lines', lines(3000, (at) => `a${at}`), lines(3000, (at) => `b${at}`)],
  [
    'lines between equal ones',
    `x\ny\n${lines(3000, (at) => `a${at}`)}\nz\n`,
    `x\ny\n${lines(2500, (at) => `b${at}`)}\nz\n`,
  ],
  ['a last line without its end', lines(3000, (at) => `a${at}`), `${lines(3000, (at) => `b${at}`)}\n`],
  ['lines that are added', 'a\n', `a\n${lines(3000, (at) => `b${at}`)}\n`],
  ['lines that are removed', `a\n${lines(3000, (at) => `b${at}`)}\nc`, 'a\nc'],
];

test.each(pairs)('%s', (_name, before, after) => {
  expect(applyPatch(before, patchOf('a.ts', before, after))).toBe(after);
});

test('takes linear time', () => {
  const { user } = process.cpuUsage();
  patchOf(
    'a.ts',
    lines(40_000, (at) => `a${at}`),
    lines(40_000, (at) => `b${at}`),
  );
  // The smallest patch takes a minute.
  expect(process.cpuUsage().user - user).toBeLessThan(3_000_000);
});
