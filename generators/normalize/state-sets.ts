/** Reads the state sets of a document: `x-lading-state-sets` of its root. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import type { StateSet, Transition } from '../ir/index.js';
import type { Source } from './source.js';

export function stateSetsOf(source: Source): readonly StateSet[] {
  return source.entries(source.root, 'x-lading-state-sets').map(([name, node]) => {
    const description = source.text(node, 'description');
    return {
      name,
      ...(description && { description }),
      fields: source.texts(node, 'fields'),
      values: valuesOf(get(node.value, 'values')),
      transitions: objects(get(node.value, 'transitions')).map(transitionOf),
      rules: source.texts(node, 'rules'),
    };
  });
}

function transitionOf(entry: JsonObject): Transition {
  const stringAt = (key: string) => {
    const value = get(entry, key);
    return value === undefined || value === null ? undefined : String(value);
  };
  const [from, to, on] = [stringAt('from'), stringAt('to'), stringAt('on')];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(on !== undefined && { on }) };
}

function valuesOf(values: Json | undefined): StateSet['values'] {
  if (!isObject(values)) return [];
  return Object.entries(values).map(([value, description]) => ({
    value,
    ...(typeof description === 'string' && description !== '' && { description }),
  }));
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}
