/** The report: what is read from the compiler, and what of the README is rewritten. */
import { describe, expect, it } from 'vitest';
import { beside, seconds } from '../report/bars.mjs';
import { begin, end, withFigures } from '../report/readme.mjs';
import { readCompiler } from '../sample/compile.mjs';

describe('withFigures', () => {
  const other = `${begin('b')}\nolder\n${end('b')}`;
  const before = `# Bench\n\n${begin('a')}\nold\n${end('a')}\n\nBetween.\n\n${other}\n`;

  it('changes what stands between the markers and nothing else', () => {
    const after = `# Bench\n\n${begin('a')}\n\nnew\n\n${end('a')}\n\nBetween.\n\n${other}\n`;
    expect(withFigures(before, 'a', 'new')).toBe(after);
  });

  it('gives the same when it is done twice', () => {
    const once = withFigures(before, 'b', 'new');
    expect(withFigures(once, 'b', 'new')).toBe(once);
  });

  it('names the marker that is missing', () => {
    expect(() => withFigures(before, 'c', 'new')).toThrow(begin('c'));
  });
});

describe('beside', () => {
  it.each([
    [0.9, 1, '0.90 (≤ 1.00)'],
    [1, 1, '1.00 (≤ 1.00)'],
    [1.1, 1, '1.10 (MISSES 1.00)'],
    [1.1, undefined, '1.10'],
  ])('shows %d under the bar %d as %s', (value, bar, shown) => {
    expect(beside(value, bar, seconds)).toBe(shown);
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

  it('tells errors of the program from errors of the generated code', () => {
    expect(readCompiler(printed)).toEqual({
      errorsInProgram: 1,
      errorsElsewhere: 1,
      instantiations: 1219,
      checkSeconds: 0.39,
      firstError: 'program.ts(3,7): error TS2322: Type a is no b.',
    });
  });

  it('says so when the compiler printed no figures', () => {
    expect(() => readCompiler('error TS18003')).toThrow('Instantiations');
  });
});
