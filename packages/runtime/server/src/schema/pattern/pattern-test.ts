/**
 * Tests of strings against the patterns of a document. JavaScript's matcher backtracks, so that a careless pattern takes
 * exponential time for some short text, which any client can send. It only runs patterns that are simple enough; others
 * run in linear time.
 */
import { compilePattern } from './compile-pattern.js';
import { isSimple } from './is-simple.js';
import { parsePattern } from './parse-pattern.js';
import { runPattern } from './run-pattern.js';

export type PatternTest = (text: string) => boolean;

/**
 * Returns the test of a pattern; undefined if it cannot be tested, because it is written for another language, has
 * backward references or is very long. `generate` warns of such patterns.
 */
export function patternTest(pattern: string, flags = ''): PatternTest | undefined {
  const expression = expressionOf(pattern, flags);
  const syntax = expression && parsePattern(pattern);
  if (expression === undefined || syntax === undefined) return undefined;
  if (isSimple(syntax)) return (text) => expression.test(text);
  const instructions = compilePattern(syntax, expression.flags);
  return instructions && ((text) => runPattern(instructions, text));
}

/** Documents also have patterns that are valid only without Unicode's strictness, where `\p` is a letter: `\-`, `{`. */
function expressionOf(pattern: string, flags: string): RegExp | undefined {
  for (const mode of /\\p\{/i.test(pattern) ? ['u'] : ['u', '']) {
    try {
      return new RegExp(pattern, flags + mode);
    } catch {
      // The next flags, or none.
    }
  }
  return undefined;
}
