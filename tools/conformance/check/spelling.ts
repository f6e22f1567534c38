// Spells the keys of a request as its schema does: engines ignore their case.

import { isObject, object, resolve, type JsonObject } from './document.js';

export function spelled(root: JsonObject, schema: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = parts(root, schema).find((part) => part['items'] !== undefined)?.['items'];
    return value.map((item) => spelled(root, items, item));
  }
  if (!isObject(value)) return value;
  const all = parts(root, schema);
  const properties = new Map(all.flatMap((part) => Object.entries(object(part['properties']))));
  const rest = all.find((part) => isObject(part['additionalProperties']))?.['additionalProperties'];
  const byCase = new Map([...properties.keys()].map((name) => [name.toLowerCase(), name]));
  const out: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = properties.has(key) ? key : (byCase.get(key.toLowerCase()) ?? key);
    out[name] = spelled(root, properties.get(name) ?? rest, member);
  }
  return out;
}

/** A schema and all schemas that it is composed of, with references resolved. */
function parts(root: JsonObject, schema: unknown): readonly JsonObject[] {
  const { value } = resolve(root, schema, '');
  const nested = ['allOf', 'anyOf', 'oneOf'].flatMap((word) =>
    Array.isArray(value[word]) ? (value[word] as unknown[]) : [],
  );
  return [value, ...nested.flatMap((part) => parts(root, part))];
}
