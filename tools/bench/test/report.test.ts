/** The report: reading the compiler's output, and rewriting figures in the README. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionsOf } from '@lading/run/commands';
import { rowsOf, withResult } from '@lading/run/result';
import { describe, expect, it } from 'vitest';
import { readCompiler } from '../sample/compile.mjs';

describe('withResult', () => {
  const begin = (name: string) => `<!-- ${name}: begin (written by the bench) -->`;
  const end = (name: string) => `<!-- ${name}: end -->`;
  const other = `${begin('b')}\nolder\n${end('b')}`;
  const before = `# Bench\n\n${begin('a')}\nold\n${end('a')}\n\nBetween.\n\n${other}\n`;

  it('replaces only the text between the markers', () => {
    const after = `# Bench\n\n${begin('a')}\n\nnew\n\n${end('a')}\n\nBetween.\n\n${other}\n`;
    expect(withResult(before, 'a', 'new')).toBe(after);
  });

  it('is idempotent', () => {
    const once = withResult(before, 'b', 'new');
    expect(withResult(once, 'b', 'new')).toBe(once);
  });

  it('reports a missing marker', () => {
    expect(() => withResult(begin('c'), 'c', 'new')).toThrow('<!-- c: end -->');
    expect(() => withResult(before, 'c', 'new')).toThrow('lacks a marker: <!-- c: begin -->');
  });
});

describe('rowsOf', () => {
  it('reads the rows between the markers alone, by their first cells', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lading-rows-'));
    const page = join(folder, 'page.md');
    const table = (row: string) => `| what | who | x |\n| --- | --- | -: |\n| ${row} |\n| b | p | 2 |`;
    const section = (name: string, row: string) =>
      `<!-- ${name}: begin -->\n\n${table(row)}\n\n<!-- ${name}: end -->\n`;
    writeFileSync(page, `${section('one', 'a |  p  | 1')}\n${section('two', 'a | q | 1')}`);
    const rows = rowsOf(page, 'one', 2);
    expect([...rows]).toEqual([
      ['a p', ['a', 'p', '1']],
      ['b p', ['b', 'p', '2']],
    ]);
    rmSync(folder, { recursive: true });
  });
});

describe('optionsOf', () => {
  it('reads options that are repeated, and names', () => {
    const options = { each: ['NAME…', ''], count: ['N', '', 1, 1] } as const;
    expect(optionsOf(options, ['--each', 'a', 'x', '--each', 'b'], true)).toEqual({
      each: ['a', 'b'],
      count: 1,
      names: ['x'],
    });
    expect(() => optionsOf(options, ['x'])).toThrow('x');
  });
});

describe('readCompiler', () => {
  const printed = [
    'program.ts(3,7): error TS2322: Type a is no b.',
    "  Property 'error TS' of the second line is missing.",
    'generated/api.ts(9,1): error TS2345: Argument.',
    'Files:             68',
    'Instantiations:  1219',
    'Check time:     0.39s',
  ].join('\n');

  it('distinguishes errors of the program from errors of the generated code', () => {
    expect(readCompiler(printed)).toEqual({
      errorsInProgram: 1,
      errorsElsewhere: 1,
      instantiations: 1219,
      checkSeconds: 0.39,
    });
  });

  it('rejects output without figures', () => {
    expect(() => readCompiler('error TS18003')).toThrow('Instantiations');
  });
});
