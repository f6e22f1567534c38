/** From the bytes of a body, or the text of a parameter, to a JSON value; in the words of engines where it is none. */
import type { Schema } from '@lading/runtime-wire';
import { BadRequest } from '../error/index.js';
import { readRequest, type Problems } from '../schema/index.js';
import { countKeyEnds, measureJson } from './measure-json.js';
import { parseRepeatedKeys } from './parse-repeated-keys.js';
import { scanJson, type JsonLimits } from './scan-json.js';

export const noBody = 'invalid JSON: got EOF while reading request body';

export interface ParsedJson {
  readonly value: unknown;
  /** Whether objects of the text may have a key twice; those that do are `RepeatedKeys`. */
  readonly hasRepeatedKeys: boolean;
}

/** As deep as engines go, where no other limit is wanted. */
const greatestDepth = 10_000;

/** Texts up to here are parsed before they are measured: whatever is in them, it does not take long. */
const shortText = 8 * 1024;

/**
 * Bytes that are no UTF-8 become the replacement character, and `__proto__` is a key like any other. The message never
 * has the text, which may hold secrets.
 *
 * @throws BadRequest
 */
export function parseJson(bytes: Buffer, limits: JsonLimits): ParsedJson {
  if (bytes.length === 0) throw new BadRequest(noBody);
  const depth = limits.depth > 0 ? limits.depth : greatestDepth;
  const values = limits.values > 0 ? limits.values : Number.POSITIVE_INFINITY;
  const scanned = bytes.length > Math.min(shortText, values) ? scanJson(bytes, { depth, values }) : undefined;
  if (scanned === 'depth') throw tooDeep(depth);
  if (scanned === 'values') throw new BadRequest(`invalid JSON: more than ${values} values`);
  const text = bytes.toString('utf8');
  try {
    return parseText(text, depth, scanned);
  } catch (error) {
    if (error instanceof BadRequest) throw error;
    throw new BadRequest(reason(error instanceof Error ? error.message : ''));
  }
}

/**
 * @param keys how many keys the text has, where that has been counted
 * @throws BadRequest for what is too deep, SyntaxError for what is no JSON
 */
export function parseText(text: string, depth: number, keys = countKeyEnds(text)): ParsedJson {
  const value: unknown = JSON.parse(text);
  const measure = measureJson(value);
  if (measure.depth > depth) throw tooDeep(depth);
  if (measure.keys === keys) return { value, hasRepeatedKeys: false };
  return { value: parseRepeatedKeys(text), hasRepeatedKeys: true };
}

function tooDeep(depth: number): BadRequest {
  return new BadRequest(`invalid JSON: values within each other more than ${depth} levels deep`);
}

/** What an engine takes the value for, and what is wrong with it. */
export function readParsed(schema: Schema, { value, hasRepeatedKeys }: ParsedJson, problems: Problems): unknown {
  return readRequest(schema, value, problems, hasRepeatedKeys);
}

function reason(message: string): string {
  if (/^Unexpected non-whitespace character after JSON/.test(message)) return 'unexpected content after JSON';
  if (/^Unexpected end of JSON|^Unterminated/.test(message)) return 'invalid JSON: unexpected EOF';
  return 'invalid JSON';
}
