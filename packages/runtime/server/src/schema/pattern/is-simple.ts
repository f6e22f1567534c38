/** Tells which expressions JavaScript's own matcher, which backtracks, evaluates in linear time. */
import type { Syntax } from './syntax.js';

/** The number of characters that the matcher may visit at most for each start of a match, without repetitions of any length. */
const maxVisits = 1000;

/**
 * Whether the matcher cannot try many ways to match a text: at most one repetition without a maximum, which has to be
 * anchored, and no alternation inside of a repetition.
 */
export function isSimple(syntax: Syntax): boolean {
  const { ways, length, unbounded } = effortOf(syntax);
  // Anchored, it starts once.
  if (isAnchored(syntax)) return unbounded <= 1 && ways <= maxVisits;
  return unbounded === 0 && ways * length <= maxVisits;
}

interface Effort {
  /** The number of ways to match, not counting repetitions without a maximum. */
  readonly ways: number;
  /** The number of characters that they match at most. */
  readonly length: number;
  /** The number of repetitions without a maximum that follow one another. */
  readonly unbounded: number;
}

function effortOf(syntax: Syntax): Effort {
  switch (syntax.kind) {
    case 'character':
      return { ways: 1, length: 1, unbounded: 0 };
    case 'assertion':
      return { ways: 1, length: 0, unbounded: 0 };
    case 'lookaround':
      return { ways: Infinity, length: 0, unbounded: 0 };
    case 'concatenation': {
      const parts = syntax.parts.map(effortOf);
      return {
        ways: parts.reduce((product, { ways }) => product * ways, 1),
        length: parts.reduce((sum, { length }) => sum + length, 0),
        unbounded: parts.reduce((sum, { unbounded }) => sum + unbounded, 0),
      };
    }
    case 'alternation': {
      const options = syntax.options.map(effortOf);
      return {
        ways: options.reduce((sum, { ways }) => sum + ways, 0),
        length: options.reduce((most, { length }) => Math.max(most, length), 0),
        unbounded: options.reduce((most, { unbounded }) => Math.max(most, unbounded), 0),
      };
    }
    case 'repetition': {
      const { of, min, max } = syntax;
      const { ways, length, unbounded } = effortOf(of);
      if (max <= 1) return { ways: ways + 1 - min, length, unbounded };
      if (ways > 1 || unbounded > 0) return { ways: Infinity, length, unbounded };
      if (max === Infinity) return { ways: 1, length: min * length, unbounded: 1 };
      return { ways: max - min + 1, length: max * length, unbounded: 0 };
    }
  }
}

function isAnchored(syntax: Syntax): boolean {
  if (syntax.kind === 'alternation') return syntax.options.every(isAnchored);
  if (syntax.kind === 'concatenation') return syntax.parts[0] !== undefined && isAnchored(syntax.parts[0]);
  return syntax.kind === 'assertion' && syntax.at === '^';
}
