/** A name in `required` without a property that describes it. */
import { get, isArray, isObject } from '../../document/index.js';
import { textsOf, type Inventory } from '../inventory.js';
import type { LintRule } from '../rule.js';
import type { DocumentSite } from '../site.js';

export const requiredWithoutProperty: LintRule = {
  name: 'required-without-property',
  severity: 'error',
  check: (inventory) =>
    inventory.schemas.flatMap((schema) => {
      const required = textsOf(get(schema.value, 'required'));
      if (required.length === 0 || isPart(schema.path) || allowsOthers(schema, inventory)) return [];
      const properties = propertiesOf(schema, inventory, new Set());
      return required
        .filter((name) => !properties.has(name))
        .map((name) => ({
          path: [...schema.path, 'required'],
          sentence: `${schema.owner} requires "${name}", which is not one of its properties.`,
        }));
    }),
};

/** In a composition, and beside a condition, another part may declare the property. */
function isPart(path: readonly string[]): boolean {
  return (
    /^(allOf|oneOf|anyOf|dependentSchemas)$/.test(path.at(-2) ?? '') || /^(not|if|then|else)$/.test(path.at(-1) ?? '')
  );
}

/** Whether it describes properties without their names. */
function allowsOthers(schema: DocumentSite, { follow }: Inventory): boolean {
  const target = follow(schema)?.value ?? {};
  return ['additionalProperties', 'patternProperties'].some((keyword) => isObject(get(target, keyword)));
}

/** Returns the properties of a schema and of all parts of its composition. */
function propertiesOf(site: DocumentSite, inventory: Inventory, seen: Set<unknown>): ReadonlySet<string> {
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
