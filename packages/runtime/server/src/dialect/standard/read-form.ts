/** Reads `application/x-www-form-urlencoded`. */
import { any, type ContentContract, type ParameterContract, type Schema } from '@lading/runtime-wire';
import { decodePairs } from './decode-styles.js';
import { fieldsOf } from './form-fields.js';
import { queryPairs } from './wire-pairs.js';

/** Arrays repeat their name and objects are JSON, unless the contract says otherwise. */
export function readForm(text: string, { schema = any, parts = {} }: ContentContract): unknown {
  const pairs = queryPairs(text);
  const fields = fieldsOf(schema);
  const names = new Set([...Object.keys(fields.named), ...pairs.map(({ name }) => name)]);
  const values: [string, unknown][] = [];
  const taken = new Set<string>();
  for (const name of names) {
    const field = Object.hasOwn(fields.named, name) ? fields.named[name] : undefined;
    const one: Pick<ParameterContract, 'encoding' | 'schema'> = {
      encoding: (Object.hasOwn(parts, name) ? parts[name]?.encoding : undefined) ?? defaultEncoding(field),
      schema: field ?? fields.rest,
    };
    // Properties of an exploded object, and `name[key]`, belong to their field.
    if (field === undefined && taken.has(name)) continue;
    const value = decodePairs(name, one, pairs);
    if (value === undefined) continue;
    if (field !== undefined) {
      for (const pair of pairs) if (pair.name === name || pair.name.startsWith(`${name}[`)) taken.add(pair.name);
    }
    values.push([name, value]);
  }
  return Object.fromEntries(values);
}

function defaultEncoding(schema: Schema | undefined): ParameterContract['encoding'] {
  return schema === undefined ? 'plain' : 'repeated';
}
