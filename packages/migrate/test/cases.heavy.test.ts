/** Rewrites programs of the kinds that people write: each compiles afterwards, or is left as it was with a reason. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { migrate } from '../src/index.js';
import type { Case } from './cases/case.js';
import { kinds } from './cases/kinds.js';
import { publicCases } from './cases/public.js';
import { errorsOf } from './compile.js';

const readme = join(import.meta.dirname, '..', 'README.md');
const all: readonly Case[] = [...publicCases, ...kinds];
// A run that is not full takes a fifth of the programs.
const sample = all.filter((_, index) => inject('isFullRun') || index % 5 === inject('seed') % 5);

const folder = join(import.meta.dirname, '..', '.cases');
const results = migrate(new Map(sample.map(({ file, source }) => [join(folder, file), source])));
const rows = sample.map((one) => {
  const { reasons, ...result } = results.get(join(folder, one.file)) ?? { reasons: [], source: '', rewritten: 0 };
  return { ...one, result: result.source, rewritten: result.rewritten, reasons };
});
const lines = rows.map(({ file, from, rewritten, reasons }) => {
  const [reason] = reasons;
  const outcome =
    reason === undefined
      ? `${rewritten} rewritten`
      : `left: line ${reason.line}: ${reason.advice.replaceAll('|', '\\|')}`;
  return `| \`${file}\` | ${from ?? ''} | ${outcome} |`;
});

test('a program is rewritten and compiles, or is left with a place and a remedy', () => {
  for (const { file, source, result, rewritten, reasons } of rows) {
    const isLeft = reasons.length > 0;
    expect(result === source, file).toBe(isLeft);
    expect(result.includes("'dockerode'"), file).toBe(isLeft || source.includes("import('dockerode')"));
    expect(isLeft || rewritten > 0, file).toBe(true);
    for (const { line, advice } of reasons) expect([line > 0, advice.length > 10], file).toEqual([true, true]);
  }
  expect(
    errorsOf(new Map(rows.filter(({ reasons }) => reasons.length === 0).map(({ file, result }) => [file, result]))),
  ).toBe('');
});

test('three programs of five are rewritten whole; the README lists all of them', () => {
  if (process.env['LADING_README'] === 'write' && inject('isFullRun')) writeFileSync(readme, withTable(lines));
  const text = readFileSync(readme, 'utf8').replaceAll(/ +/g, ' ');
  for (const line of lines) expect(text).toContain(line.replaceAll(/ +/g, ' '));
  if (!inject('isFullRun')) return;
  expect(all.length).toBeGreaterThanOrEqual(40);
  expect(all.filter(({ from }) => from !== undefined).length).toBeGreaterThanOrEqual(20);
  const whole = rows.filter(({ reasons }) => reasons.length === 0).length;
  expect(whole / rows.length).toBeGreaterThanOrEqual(0.6);
  expect(text).toContain(`${whole} of ${rows.length} programs`);
});

function withTable(written: readonly string[]): string {
  const [before = '', , after = ''] = readFileSync(readme, 'utf8').split(
    /(?<=<!-- programs -->\n)([^]*?)(?=\n<!-- end of programs -->)/,
  );
  const table = ['', '| Program | Found in | Result |', '| --- | --- | --- |', ...written, ''];
  return `${before}${table.join('\n')}${after}`;
}
