/** A name under `required` that no property has: nothing can satisfy what is not described. */
import { get, isArray, isObject } from '../../document/index.js';
import { textsOf, type Inventory } from '../inventory.js';
import type { Rule } from '../rule.js';
import type { Site } from '../site.js';

export const requiredWithoutProperty: Rule = {
  name: 'required-without-property',
  severity: 'error',
  check: (inventory) =>
    inventory.schemas.flatMap((schema) => {
      const required = textsOf(get(schema.value, 'required'));
      // Inside a composition the properties may stand in another part of it.
      if (required.length === 0 || /^(allOf|oneOf|anyOf)$/.test(schema.path.at(-2) ?? '')) return [];
      const known = propertiesOf(schema, inventory, new Set());
      return required
        .filter((name) => !known.has(name))
        .map((name) => ({
          path: [...schema.path, 'required'],
          sentence: `${schema.owner} requires "${name}", which is none of its properties.`,
        }));
    }),
};

/** The properties of a schema and of all that it is composed of. */
function propertiesOf(site: Site, inventory: Inventory, seen: Set<unknown>): ReadonlySet<string> {
  const target = inventory.follow(site);
  if (target === undefined || seen.has(target.value)) return new Set();
  seen.add(target.value);
  const properties = get(target.value, 'properties');
  const names = new Set(isObject(properties) ? Object.keys(properties) : []);
  for (const key of ['allOf', 'oneOf', 'anyOf']) {
    const parts = get(target.value, key);
    for (const value of isArray(parts) ? parts.filter(isObject) : []) {
      for (const name of propertiesOf({ path: target.path, value }, inventory, seen)) names.add(name);
    }
  }
  return names;
}
