/** Parses the JSON of requests as engines do. */
import type { Schema } from '@lading/runtime-wire';
import { mergeKeys, parseJson } from '@lading/runtime-wire/json';

/** The depth to which values are decoded. Nothing that an engine reads is deeper. */
const decodedDepth = 64;

/** The maximum depth of what is checked: all of it is decoded and encoded again. */
const checkedDepth = 1000;

/**
 * Parses a body. Numbers and values below the decoded depth stay as they were written. Repeated keys are merged.
 *
 * @param schema of the body, which tells what is merged; without it the last of repeated keys counts
 * @param isChecked whether a policy has to see all values, and numbers as such
 * @throws SyntaxError or JsonLimitError
 */
export function parseRequest(text: string, schema: Schema = { kind: 'any' }, isChecked = false): unknown {
  const { value, hasRepeatedKeys } = isChecked
    ? parseJson(text, { depth: checkedDepth })
    : parseJson(text, { numbers: 'text', textBelow: decodedDepth });
  return hasRepeatedKeys ? mergeKeys(schema, value) : value;
}
