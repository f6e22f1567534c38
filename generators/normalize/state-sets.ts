/** `x-lading-state-sets` of the document's root → named sets of states. */
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
  const said = (key: string) => {
    const value = get(entry, key);
    return value === undefined || value === null ? undefined : String(value);
  };
  const [from, to, on] = [said('from'), said('to'), said('on')];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(on !== undefined && { on }) };
}

function valuesOf(values: Json | undefined): StateSet['values'] {
  if (!isObject(values)) return [];
  return Object.entries(values).map(([value, words]) => ({
    value,
    ...(typeof words === 'string' && words !== '' && { description: words }),
  }));
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}
