/** A segment of a path template with parameters: `{id}`, `{name}.json`, `{from}-{to}`. */

export interface SegmentPattern {
  /** What precedes, separates and follows the parameters: `''`, `.json`. */
  readonly literals: readonly string[];
  /** The number of literal characters: a segment with more of them is more specific. */
  readonly literalLength: number;
  /** Whether the text may be that of several segments. */
  readonly slashes: boolean;
  /** Matches the segment, if values of parameters tell where one ends and the next one begins: `{name}{extension}`. */
  readonly expression?: RegExp;
}

/**
 * @param literals what precedes, separates and follows the parameters
 * @param values the possible values of each parameter, if they are known
 */
export function segmentPattern(
  literals: readonly string[],
  slashes: boolean,
  values: readonly (readonly string[] | undefined)[] = [],
): SegmentPattern {
  const pattern = { literals, literalLength: literals.join('').length, slashes };
  const isAdjacent = literals.slice(1, -1).includes('');
  // With several parameters of any text, an expression would try every place where one may end, which a long path makes slow.
  const hasOneText = values.filter((some) => some === undefined).length <= 1;
  if (!isAdjacent || !hasOneText || values.every((some) => some === undefined)) return pattern;
  const sources = literals.map((literal, index) => {
    const texts = values[index]?.flatMap((value) => [value, encodeURIComponent(value)]);
    const parameter = texts === undefined ? '(.+?)' : `(${texts.map(escaped).join('|')})`;
    return escaped(literal) + (index < literals.length - 1 ? parameter : '');
  });
  return { ...pattern, expression: new RegExp(`^${sources.join('')}$`, 's') };
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
 * Returns the texts of the parameters, each of at least one character and as short as possible; undefined if the
 * segment does not match.
 */
export function matchSegment({ literals, expression }: SegmentPattern, segment: string): readonly string[] | undefined {
  if (expression !== undefined) return expression.exec(segment)?.slice(1);
  const [prefix = '', ...rest] = literals;
  const suffix = rest.pop() ?? '';
  if (!segment.startsWith(prefix) || !segment.endsWith(suffix)) return undefined;
  const texts: string[] = [];
  const end = segment.length - suffix.length;
  let at = prefix.length;
  for (const literal of rest) {
    const to = segment.indexOf(literal, at + 1);
    if (to < 0) return undefined;
    texts.push(segment.slice(at, to));
    at = to + literal.length;
  }
  return at < end ? [...texts, segment.slice(at, end)] : undefined;
}

/** Returns undefined if the escapes are malformed. */
export function decodeSegment(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
