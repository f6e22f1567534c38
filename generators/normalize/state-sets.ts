/** `x-lading-state-sets` of the document's root → named sets of states. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import type { StateSet } from '../ir/index.js';
import type { Source } from './source.js';

export function stateSetsOf(source: Source): readonly StateSet[] {
  return source.entries(source.root, 'x-lading-state-sets').map(([name, node]) => {
    const description = source.text(node, 'description');
    return {
      name,
      ...(description && { description }),
      fields: source.texts(node, 'fields'),
      values: valuesOf(get(node.value, 'values')),
      transitions: objects(get(node.value, 'transitions')).map((entry) => ({
        from: String(get(entry, 'from') ?? ''),
        to: String(get(entry, 'to') ?? ''),
        ...(get(entry, 'on') !== undefined && { on: String(get(entry, 'on')) }),
      })),
      rules: source.texts(node, 'rules'),
    };
  });
}

function valuesOf(values: Json | undefined): StateSet['values'] {
  if (!isObject(values)) return [];
  return Object.entries(values).map(([value, words]) => ({
    value,
    ...(typeof words === 'string' && { description: words }),
  }));
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}
