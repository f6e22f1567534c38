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
      for (const [name, type] of propertyTypes(schema, inventory))
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

/** Returns the scalar types of the properties of all parts, those of the parts before those beside them. Chains may be long. */
function propertyTypes(first: DocumentSite, inventory: Inventory): readonly (readonly [string, string])[] {
  const seen = new Set<unknown>();
  const found: (readonly [string, string])[] = [];
  const pending: { readonly site: DocumentSite; readonly isVisited: boolean }[] = [{ site: first, isVisited: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, value } = next.site;
    if (next.isVisited) {
      const properties = get(value, 'properties');
      for (const [name, property] of Object.entries(isObject(properties) ? properties : {}))
        if (isObject(property)) for (const type of scalarType(get(property, 'type'))) found.push([name, type]);
      continue;
    }
    if (seen.has(value)) continue;
    seen.add(value);
    const target = typeof get(value, '$ref') === 'string' ? inventory.follow(next.site) : undefined;
    const parts = get(value, 'allOf');
    const sites = (isArray(parts) ? parts.filter(isObject) : []).map((part) => ({ path, value: part }));
    pending.push({ site: next.site, isVisited: true });
    for (const site of [...(target === undefined ? [] : [target]), ...sites].reverse())
      pending.push({ site, isVisited: false });
  }
  return found;
}

function scalarType(type: Json | undefined): readonly string[] {
  return typeof type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(type) ? [type] : [];
}

function isNumber(type: string | undefined): boolean {
  return type === 'integer' || type === 'number';
}
