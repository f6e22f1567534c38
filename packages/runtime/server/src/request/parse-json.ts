/** Parses the JSON of bodies and parameters, with the error messages of engines. */
import { jsonProblem, type Schema } from '@lading/runtime-wire';
import { largeInteger, parseLargeIntegers } from '@lading/runtime-wire/exact';
import { BadRequest } from '../error/index.js';
import { readRequest, type Problems } from '../schema/index.js';
import { countKeyEnds, measureJson } from './measure-json.js';
import { parseRepeatedKeys } from './parse-repeated-keys.js';
import { scanJson, type JsonLimits } from './scan-json.js';

export const emptyBodyMessage = 'invalid JSON: got EOF while reading request body';

interface ParseOptions extends JsonLimits {
  /** Whether an integer beyond the safe integers is a `bigint`. */
  readonly exact: boolean;
}

export interface ParsedJson {
  readonly value: unknown;
  /** Whether objects may have repeated keys; those that do are `RepeatedKeys`. */
  readonly hasRepeatedKeys: boolean;
}

/** The depth limit of engines, used if no other limit is set. */
const defaultDepth = 10_000;

/** JSON up to this length is parsed without scanning it first, since parsing it is always fast. */
const maxUnscannedLength = 8 * 1024;

/**
 * Parses the bytes of a body. Bytes that are not UTF-8 become the replacement character, and `__proto__` is a key like
 * every other. The error message never contains the body, which may contain secrets.
 *
 * @throws BadRequest
 */
export function parseJson(bytes: Buffer, limits: ParseOptions): ParsedJson {
  if (bytes.length === 0) throw new BadRequest(emptyBodyMessage);
  const depth = limits.depth > 0 ? limits.depth : defaultDepth;
  const values = limits.values > 0 ? limits.values : Number.POSITIVE_INFINITY;
  const scanned = bytes.length > Math.min(maxUnscannedLength, values) ? scanJson(bytes, { depth, values }) : undefined;
  if (scanned === 'depth') throw tooDeep(depth);
  if (scanned === 'values') throw new BadRequest(`invalid JSON: more than ${values} values`);
  const text = bytes.toString('utf8');
  try {
    return parseText(text, depth, { exact: limits.exact, ...(scanned !== undefined && { keys: scanned }) });
  } catch (error) {
    if (error instanceof BadRequest) throw error;
    throw new BadRequest(jsonProblem(error, text));
  }
}

/**
 * Parses a JSON text.
 *
 * @param options `keys` is the number of keys in the text, if it has been counted
 * @throws BadRequest if the value is too deep, SyntaxError if the text is not JSON
 */
export function parseText(
  text: string,
  depth: number,
  { exact = false, keys = countKeyEnds(text) }: { readonly exact?: boolean; readonly keys?: number } = {},
): ParsedJson {
  const value = exact ? parseLargeIntegers(text) : (JSON.parse(text) as unknown);
  const measure = measureJson(value);
  if (measure.depth > depth) throw tooDeep(depth);
  if (measure.keys === keys) return { value, hasRepeatedKeys: false };
  return { value: parseRepeatedKeys(text, exact ? parseExactly : JSON.parse), hasRepeatedKeys: true };
}

function parseExactly(text: string): unknown {
  return /^-?\d/.test(text) ? largeInteger(text) : JSON.parse(text);
}

function tooDeep(depth: number): BadRequest {
  return new BadRequest(`invalid JSON: values within each other more than ${depth} levels deep`);
}

/** Reads a parsed value as engines do, and adds its problems. */
export function readParsed(schema: Schema, { value, hasRepeatedKeys }: ParsedJson, problems: Problems): unknown {
  return readRequest(schema, value, problems, hasRepeatedKeys);
}
