/** JSON in parameters. Its length is limited by that of the URL or the head. */
import type { Schema } from '@lading/runtime-wire';
import { mergeKeys } from '@lading/runtime-wire/json';
import { parseText } from './parse-json.js';

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
