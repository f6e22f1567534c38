/** The JSON in a parameter. It is as short as an address or a head. */
import type { Schema } from '@lading/runtime-wire';
import { mergeKeys } from '../schema/index.js';
import { parseText } from './parse-json.js';

const greatestDepth = 100;

/** With properties that are repeated merged as engines do; undefined for what is no JSON. */
export function decodeJson(text: string, schema: Schema): { readonly value: unknown } | undefined {
  try {
    const { value, hasRepeatedKeys } = parseText(text, greatestDepth);
    return { value: hasRepeatedKeys ? mergeKeys(schema, value) : value };
  } catch {
    return undefined;
  }
}
