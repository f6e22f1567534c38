/** Parses JSON as engines read it: within limits, with all keys of objects whose keys are repeated, and with exact numbers. */
import { largeInteger, parseLargeIntegers } from '../exact/large-integers.js';
import { deepestAsText, endOfString, numbersAsText } from './exact-text.js';
import { countKeyEnds, measureJson } from './measure-json.js';
import { parseRepeatedKeys } from './parse-repeated-keys.js';

export type { JsonLimits };

export interface ParseJsonOptions extends Partial<JsonLimits> {
  /**
   * What numbers become that a double may change: doubles, `bigint` if they are integers, or strings that `jsonOf` writes as they were.
   *
   * @default 'double'
   */
  readonly numbers?: 'double' | 'bigint' | 'text';
  /** The depth below which arrays and objects are strings, which `jsonOf` writes as they were. @default no limit */
  readonly textBelow?: number;
}

export interface ParsedJson {
  readonly value: unknown;
  /** Whether objects may have repeated keys; those that do are `RepeatedKeys`. */
  readonly hasRepeatedKeys: boolean;
}

/** The depth limit of engines. */
const maxDepth = 10_000;

/** A text that is within each other too deep, or has too many values. */
export class JsonLimitError extends Error {
  readonly limit: keyof JsonLimits;

  constructor(limit: keyof JsonLimits) {
    super(limit === 'depth' ? 'exceeded max depth' : 'too many values');
    this.limit = limit;
  }
}

/** Texts up to this length are parsed without scanning them first, since parsing them is always fast. */
const maxUnscannedLength = 8 * 1024;

/**
 * Parses a text. `__proto__` is a key like every other.
 *
 * @throws JsonLimitError, or SyntaxError if the text is not JSON
 */
export function parseJson(
  text: string,
  { depth = maxDepth, values = Infinity, numbers = 'double', textBelow }: ParseJsonOptions = {},
): ParsedJson {
  const isScanned = textBelow !== undefined || text.length > Math.min(maxUnscannedLength, values);
  const scanned = isScanned ? scanJson(text, { depth, values }) : undefined;
  if (typeof scanned === 'string') throw new JsonLimitError(scanned);
  const source = textBelow === undefined ? text : deepestAsText(text, textBelow);
  const exact = numbers === 'text' ? numbersAsText(source) : source;
  const value = numbers === 'bigint' ? parseLargeIntegers(exact) : (JSON.parse(exact) as unknown);
  const measure = measureJson(value);
  if (measure.depth > depth) throw new JsonLimitError('depth');
  const keys = source === text && exact === text ? (scanned ?? countKeyEnds(text)) : countKeyEnds(exact);
  if (measure.keys === keys) return { value, hasRepeatedKeys: false };
  return { value: parseRepeatedKeys(exact, numbers === 'bigint' ? parseExactly : JSON.parse), hasRepeatedKeys: true };
}

function parseExactly(text: string): unknown {
  return /^-?\d/.test(text) ? largeInteger(text) : JSON.parse(text);
}

interface JsonLimits {
  /** The depth of nested arrays and objects. */
  readonly depth: number;
  /** The number of all values. */
  readonly values: number;
}

/**
 * Returns the number of keys, or the limit that the text exceeds, also if it is not JSON. It reads each character once and
 * allocates nothing, since `JSON.parse` would be busy for seconds with megabytes of brackets.
 */
function scanJson(text: string, { depth, values }: JsonLimits): number | keyof JsonLimits {
  let level = 0;
  let keys = 0;
  // Each value but the first follows a comma or is the first one of an array or object.
  let count = 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = endOfString(text, index);
    else if (code === 0x3a) keys += 1;
    else if (code === 0x5d || code === 0x7d) level -= 1;
    else if (code === 0x2c || code === 0x5b || code === 0x7b) {
      if (code !== 0x2c) level += 1;
      if (level > depth) return 'depth';
      count += 1;
      if (count > values) return 'values';
    }
  }
  return keys;
}
