/** An `allOf` of types that have no value in common: of the values themselves, or of a property. */
import { get, isArray, isObject, type Json } from '../../document/index.js';
import type { Inventory } from '../inventory.js';
import type { Remark, LintRule } from '../rule.js';
import type { DocumentSite } from '../site.js';

export const typesContradictory: LintRule = {
  name: 'types-contradictory',
  severity: 'error',
  check: (inventory) =>
    inventory.schemas.flatMap((schema): readonly Remark[] => {
      const { path, value } = schema;
      const reference = typeof get(value, '$ref') === 'string';
      const parts = get(value, 'allOf');
      if (!isArray(parts) && !(reference && isObject(get(value, 'properties')))) return [];
      const keyword = isArray(parts) ? 'allOf' : 'properties';
      const all = [...(isArray(parts) ? parts.filter(isObject) : []), value];
      const own = contradictory(all.flatMap((part) => scalarType(get(part, 'type'))));
      const byName = new Map<string, string[]>();
      for (const [name, type] of propertyTypes(schema, inventory, new Set()))
        byName.set(name, [...(byName.get(name) ?? []), type]);
      return [
        ...(own === undefined
          ? []
          : [{ path: [...path, keyword], sentence: `No value is of the types ${own}. The last one applies.` }]),
        ...[...byName].flatMap(([name, types]) => {
          const pair = contradictory(types);
          if (pair === undefined) return [];
          const sentence = `No value of the property "${name}" is of the types ${pair}. The last one applies.`;
          return [{ path: [...path, keyword], sentence }];
        }),
      ];
    }),
};

/** Returns the last type and one that has no value in common with it. */
function contradictory(types: readonly string[]): string | undefined {
  const last = types.at(-1);
  const other = types.find((type) => type !== last && !(isNumber(type) && isNumber(last)));
  return last === undefined || other === undefined ? undefined : `${other} and ${last}`;
}

/** Returns the scalar types of the properties of all parts, those of the parts before those beside them. */
function propertyTypes(
  site: DocumentSite,
  inventory: Inventory,
  seen: Set<unknown>,
): readonly (readonly [string, string])[] {
  if (seen.has(site.value)) return [];
  seen.add(site.value);
  const { path, value } = site;
  const target = typeof get(value, '$ref') === 'string' ? inventory.follow(site) : undefined;
  const parts = get(value, 'allOf');
  const properties = get(value, 'properties');
  return [
    ...(target === undefined ? [] : propertyTypes(target, inventory, seen)),
    ...(isArray(parts) ? parts.filter(isObject) : []).flatMap((part) =>
      propertyTypes({ path, value: part }, inventory, seen),
    ),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) =>
      isObject(property) ? scalarType(get(property, 'type')).map((type) => [name, type] as const) : [],
    ),
  ];
}

function scalarType(type: Json | undefined): readonly string[] {
  return typeof type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(type) ? [type] : [];
}

function isNumber(type: string | undefined): boolean {
  return type === 'integer' || type === 'number';
}
