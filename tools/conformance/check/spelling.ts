// Spells the keys of a request as its schema does: engines ignore their case.

import { isObject, object, partsOf, type JsonObject } from './document.js';

export function spelled(root: JsonObject, schema: unknown, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = partsOf(root, schema).find((part) => part['items'] !== undefined)?.['items'];
    return value.map((item) => spelled(root, items, item));
  }
  if (!isObject(value)) return value;
  const all = partsOf(root, schema);
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
