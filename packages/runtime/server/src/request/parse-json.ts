/** Parses the JSON of bodies and parameters, with the error messages of engines. */
import { jsonProblem, type Schema } from '@lading/runtime-wire';
import {
  JsonLimitError,
  parseJson as parse,
  type JsonLimits,
  type ParsedJson,
  mergeKeys,
} from '@lading/runtime-wire/json';
import { BadRequest } from '../error/index.js';
import { readRequest, type Problems } from '../schema/index.js';

export type { ParsedJson };

export const emptyBodyMessage = 'invalid JSON: got EOF while reading request body';

interface ParseOptions extends JsonLimits {
  /** Whether an integer beyond the safe integers is a `bigint`. */
  readonly exact: boolean;
}

/** The depth limit of engines, used if no other limit is set. */
const defaultDepth = 10_000;

/**
 * Parses the bytes of a body. Bytes that are not UTF-8 become the replacement character, and `__proto__` is a key like
 * every other. The error message never contains the body, which may contain secrets.
 *
 * @throws BadRequest
 */
export function parseJson(bytes: Buffer, limits: ParseOptions): ParsedJson {
  if (bytes.length === 0) throw new BadRequest(emptyBodyMessage);
  return parseText(bytes.toString('utf8'), limits);
}

/**
 * Parses a JSON text.
 *
 * @throws BadRequest
 */
export function parseText(text: string, limits: Partial<ParseOptions>): ParsedJson {
  const depth = limits.depth || defaultDepth;
  const values = limits.values || Infinity;
  try {
    return parse(text, { depth, values, numbers: limits.exact === true ? 'bigint' : 'double' });
  } catch (error) {
    if (!(error instanceof JsonLimitError)) throw new BadRequest(jsonProblem(error, text));
    throw new BadRequest(
      error.limit === 'depth'
        ? `invalid JSON: values within each other more than ${depth} levels deep`
        : `invalid JSON: more than ${values} values`,
    );
  }
}

/** Reads a parsed value as engines do, and adds its problems. */
export function readParsed(schema: Schema, { value, hasRepeatedKeys }: ParsedJson, problems: Problems): unknown {
  return readRequest(schema, value, problems, hasRepeatedKeys);
}

/** How deep JSON in parameters may be. Its length is limited by that of the URL or the head. */
const maxDepth = 100;

/** Decodes JSON and merges repeated properties as engines do. Returns undefined if the string is not JSON. */
export function decodeJson(text: string, schema: Schema): { readonly value: unknown } | undefined {
  try {
    const { value, hasRepeatedKeys } = parseText(text, { depth: maxDepth });
    return { value: hasRepeatedKeys ? mergeKeys(schema, value) : value };
  } catch {
    return undefined;
  }
}
