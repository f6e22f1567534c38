/** A segment of a path template with parameters: `{id}`, `{name}.json`, `{from}-{to}`. */

export interface SegmentPattern {
  /** What precedes, separates and follows the parameters, as in a URL: `''`, `.json`, `%20`. */
  readonly literals: readonly string[];
  /** The number of literal characters: a segment with more of them is more specific. */
  readonly literalLength: number;
  /** Whether the text may be that of several segments. */
  readonly slashes: boolean;
  /** Matches the segment, if values of parameters tell where one ends and the next one begins: `{name}{extension}`. */
  readonly expression?: RegExp;
}

/**
 * @param texts what precedes, separates and follows the parameters
 * @param values the possible values of each parameter, if they are known
 */
export function segmentPattern(
  texts: readonly string[],
  slashes: boolean,
  values: readonly (readonly string[] | undefined)[] = [],
): SegmentPattern {
  const literals = texts.map(asInUrl);
  const pattern = { literals, literalLength: texts.join('').length, slashes };
  const isAdjacent = literals.slice(1, -1).includes('');
  // With several parameters of any text, an expression would try every place where one may end, which a long path makes slow.
  const hasOneText = values.filter((some) => some === undefined).length <= 1;
  if (!isAdjacent || !hasOneText || values.every((some) => some === undefined)) return pattern;
  const sources = literals.map((literal, index) => {
    const possible = values[index]?.flatMap((value) => [value, encodeURIComponent(value)]);
    const parameter = possible === undefined ? '(.+?)' : `(${possible.map(escaped).join('|')})`;
    return escaped(literal) + (index < literals.length - 1 ? parameter : '');
  });
  return { ...pattern, expression: new RegExp(`^${sources.join('')}$`, 's') };
}

/** Escapes what a path cannot contain, so that equal texts are written alike: `ü` and `%c3%bc` as `%C3%BC`. */
function asInUrl(text: string): string {
  return text
    .replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase())
    .replace(/[^\w.~!$&'()*+,;=:@%/\p{Cs}-]/gu, encodeURIComponent);
}

/** Replaces the escapes of what a path may contain: `Items(%27a%27)`. */
export function withoutNeedlessEscapes(path: string): string {
  return path.replace(/%(?:2[146-9A-C]|3[ABD]|40)/gi, decodeURIComponent);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Tells whether two patterns match the same segments. */
export function isSamePattern(a: SegmentPattern, b: SegmentPattern): boolean {
  return (
    a.slashes === b.slashes &&
    a.literals.join('{}') === b.literals.join('{}') &&
    a.expression?.source === b.expression?.source
  );
}

/** Orders the most specific patterns first. */
export function bySpecificity(a: SegmentPattern, b: SegmentPattern): number {
  return (
    Number(a.slashes) - Number(b.slashes) ||
    b.literalLength - a.literalLength ||
    Number(b.expression !== undefined) - Number(a.expression !== undefined)
  );
}

/**
 * Returns the texts of the parameters, each of at least one character; undefined if the segment does not match. Where a separator
 * occurs several times, its last occurrence counts: the extension of `a.tar.gz` is `gz`. Parameters beside each other are as short as
 * possible.
 */
export function matchSegment({ literals, expression }: SegmentPattern, text: string): readonly string[] | undefined {
  const segment = literals.some((literal) => literal.includes('%')) ? asInUrl(text) : text;
  if (expression !== undefined) return expression.exec(segment)?.slice(1);
  const [prefix = '', ...rest] = literals;
  const suffix = rest.pop() ?? '';
  if (!segment.startsWith(prefix) || !segment.endsWith(suffix)) return undefined;
  if (rest.includes('')) return shortest(segment.slice(0, segment.length - suffix.length), prefix.length, rest);
  const texts: string[] = [];
  let end = segment.length - suffix.length;
  for (const literal of rest.reverse()) {
    const at = segment.lastIndexOf(literal, end - 1 - literal.length);
    if (at <= prefix.length || end - 1 < literal.length) return undefined;
    texts.unshift(segment.slice(at + literal.length, end));
    end = at;
  }
  return prefix.length < end ? [segment.slice(prefix.length, end), ...texts] : undefined;
}

/** Returns the texts from a position on, separated by the first occurrence of each literal. */
function shortest(text: string, start: number, literals: readonly string[]): readonly string[] | undefined {
  const texts: string[] = [];
  let at = start;
  for (const literal of literals) {
    const to = text.indexOf(literal, at + 1);
    if (to < 0) return undefined;
    texts.push(text.slice(at, to));
    at = to + literal.length;
  }
  return at < text.length ? [...texts, text.slice(at)] : undefined;
}
