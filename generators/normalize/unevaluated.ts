/** Reads `unevaluatedProperties` and `unevaluatedItems`: properties and items that no keyword beside or inside describes. */
import { get, isObject, type Json, type JsonObject } from '../document/index.js';
import type { Type } from '../ir/index.js';
import { without } from './conditions.js';
import { isCombined } from './constraint-keywords.js';
import type { Node } from './source.js';
import type { TypeReader } from './type-reader.js';

/** The types of what is not evaluated. */
export interface Unevaluated {
  readonly properties?: Type;
  readonly items?: Type;
}

const keywords = ['unevaluatedProperties', 'unevaluatedItems'] as const;

/**
 * Separates the keywords that depend on which other parts apply. In a schema without such parts they are
 * `additionalProperties` and `items`.
 */
export function dynamicKeywords(
  reader: TypeReader,
  node: Node,
  name: string,
  hasConditions: boolean,
): { readonly node: Node; readonly unevaluated: Unevaluated } {
  const { value } = node;
  const all = evaluatingAll(reader, value);
  if (!keywords.some((key) => Object.hasOwn(value, key))) return { node, unevaluated: all };
  const [properties, items] = keywords.map((key) => {
    const one = get(value, key);
    return one === true ? undefined : one;
  });
  const bare = without(value, keywords);
  const isDynamic = isCombined(value) || hasConditions;
  const hasOwn = (key: string) => Object.hasOwn(value, key);
  const isPlainItems = !isDynamic && !hasOwn('contains');
  const read = (key: (typeof keywords)[number], schema: Json) =>
    reader.use(reader.source.node(schema, [...node.path, key]), `${name}Unevaluated`);
  const added: readonly (readonly [string, Json])[] = [
    ...(isDynamic || properties === undefined || hasOwn('additionalProperties')
      ? []
      : [['additionalProperties', properties] as const]),
    ...(!isPlainItems || items === undefined || hasOwn('items') ? [] : [['items', items] as const]),
  ];
  return {
    node: { ...node, value: { ...bare, ...Object.fromEntries(added) } },
    unevaluated: {
      ...all,
      ...(isDynamic &&
        properties !== undefined &&
        !hasOwn('additionalProperties') && {
          properties: read('unevaluatedProperties', properties),
        }),
      ...(!isPlainItems && items !== undefined && !hasOwn('items') && { items: read('unevaluatedItems', items) }),
    },
  };
}

/** What a schema describes by allowing everything, where a schema around it may depend on it. */
function evaluatingAll({ source }: TypeReader, value: JsonObject): Unevaluated {
  if (!source.dependsOnEvaluated) return {};
  const allows = (...keys: readonly string[]) =>
    keys.some((key) => {
      const one = get(value, key);
      return one === true || (isObject(one) && Object.keys(one).length === 0);
    });
  return {
    ...(allows('additionalProperties', 'unevaluatedProperties') && { properties: { kind: 'any' } }),
    ...(allows('items', 'unevaluatedItems') && { items: { kind: 'any' } }),
  };
}

/** @param named returns a reference to a type that needs a name: a record is completed with its bases by its name */
export function withUnevaluated(type: Type, { properties, items }: Unevaluated, named: (part: Type) => Type): Type {
  if (properties === undefined && items === undefined) return type;
  if (type.kind === 'record' && !type.unevaluated && items === undefined && properties !== undefined)
    return { ...type, unevaluated: properties };
  const isOwn = type.kind === 'intersection' && !type.unevaluatedProperties && !type.unevaluatedItems;
  return {
    kind: 'intersection',
    parts: isOwn ? type.parts : [named(type)],
    ...(properties && { unevaluatedProperties: properties }),
    ...(items && { unevaluatedItems: items }),
  };
}
