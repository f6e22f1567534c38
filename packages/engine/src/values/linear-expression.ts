/**
 * Regular expressions that clients and images bring. JavaScript's matcher backtracks: a short expression can keep it, and with it the
 * whole engine, busy for ever. These are read and run by RE2, as in real engines, in time linear to the text.
 */
import type { RE2JS } from 're2js';
import { createRequire } from 'node:module';

/** Repetitions are written out when an expression is compiled: limits its length times what it repeats. */
const maxSize = 50_000;

export interface ExpressionOptions {
  readonly ignoresCase?: boolean;
  /** Whether `.` matches the end of a line. */
  readonly isDotAll?: boolean;
  /** Whether the longest of the first matches counts, as in POSIX, not the one of the first option. */
  readonly isLongest?: boolean;
}

/** The text of a match, followed by those of its groups. */
export type MatchTexts = readonly (string | undefined)[];

let library: typeof import('re2js') | undefined;

/** Loads RE2, which is long, with the first expression. */
function re2(): typeof RE2JS {
  library ??= createRequire(import.meta.url)('re2js') as typeof import('re2js');
  return library.RE2JS;
}

export class LinearExpression {
  readonly #expression: RE2JS;

  /** @throws Error if the expression is invalid for RE2, or too large */
  constructor(source: string, { ignoresCase, isDotAll, isLongest }: ExpressionOptions = {}) {
    if (sizeOf(source) > maxSize) throw new Error('regular expression too big');
    const { CASE_INSENSITIVE, DOTALL, LONGEST_MATCH } = re2();
    const flags = (ignoresCase ? CASE_INSENSITIVE : 0) | (isDotAll ? DOTALL : 0) | (isLongest ? LONGEST_MATCH : 0);
    this.#expression = re2().compile(source, flags);
  }

  /** Whether a part of the text matches. */
  test(text: string): boolean {
    return this.#expression.matcher(text).find();
  }

  /** Returns the first match. */
  find(text: string): MatchTexts | undefined {
    const matcher = this.#expression.matcher(text);
    return matcher.find() ? groupsOf(matcher) : undefined;
  }

  /** Returns the first match from a position on, and where it begins. */
  findFrom(text: string, from: number): { readonly index: number; readonly texts: MatchTexts } | undefined {
    const matcher = this.#expression.matcher(text);
    return matcher.find(from) ? { index: matcher.start(), texts: groupsOf(matcher) } : undefined;
  }

  /** Replaces the first match, or all of them; an empty one that follows another is none. */
  replace(text: string, replacement: (match: MatchTexts) => string, isGlobal = false): string {
    const matcher = this.#expression.matcher(text);
    let result = '';
    let end = 0;
    let isFirst = true;
    while (matcher.find()) {
      if (!isFirst && matcher.start() === end && matcher.end() === end) continue;
      isFirst = false;
      result += text.slice(end, matcher.start()) + replacement(groupsOf(matcher));
      end = matcher.end();
      if (!isGlobal) break;
    }
    return result + text.slice(end);
  }
}

function groupsOf(matcher: ReturnType<RE2JS['matcher']>): MatchTexts {
  return Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? undefined);
}

function sizeOf(source: string): number {
  let repeats = 1;
  for (const [, min = '', max = ''] of source.matchAll(/(?<!\\)\{(\d+)(?:,(\d*))?\}/g))
    repeats += Math.max(Number(min), Number(max));
  return source.length * repeats;
}

/**
 * Removes a prefix (`#`) or suffix (`%`) that a pattern of the shell matches: the shortest one, or the longest one if the operator is
 * doubled.
 *
 * @param source the source of the expression of the pattern
 */
export function withoutEnd(value: string, operator: string, source: string): string {
  const isLongest = operator.length === 2;
  // The longest suffix is the one that is found first, and before the shortest one there is as much as possible.
  const sources = isLongest
    ? { '#': `^${source}`, '%': `${source}$` }
    : { '#': `(?U)^${source}`, '%': `^(.*)${source}$` };
  const expression = new LinearExpression(operator.startsWith('#') ? sources['#'] : sources['%'], { isDotAll: true });
  return expression.replace(value, ([, before = '']) => before);
}
