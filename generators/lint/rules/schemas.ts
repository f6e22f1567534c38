/** Rules about the schemas of a document. */
import type { Remark, LintRule } from '../rule.js';
import { get, isArray, isObject, segmentsOf, type JsonObject } from '../../document/index.js';
import { textsOf, type Inventory } from '../inventory.js';
import type { DocumentSite } from '../site.js';

/** Two named schemas whose names differ only in letter case, which users and file systems confuse. */
export const similarSchemas: LintRule = {
  name: 'similar-schemas',
  severity: 'warning',
  check: ({ namedSchemas }) => {
    const byLowerCase = new Map<string, string>();
    return [...namedSchemas].flatMap(([name, { path }]): readonly Remark[] => {
      const other = byLowerCase.get(name.toLowerCase());
      byLowerCase.set(name.toLowerCase(), name);
      if (other === undefined) return [];
      return [{ path, sentence: `The schemas "${other}" and "${name}" differ only in letter case.` }];
    });
  },
};

/** A named schema to which no operation refers, directly or not: it is unused, or a reference is missing. */
export const schemaUnreferenced: LintRule = {
  name: 'schema-unreferenced',
  severity: 'warning',
  check: ({ namedSchemas, references }) => {
    const uses = new Map<string, string[]>();
    const reached = new Set<string>();
    for (const { path, owner, reference } of references) {
      const name = schemaIn(segmentsOf(reference.replace(/^#/, '')));
      if (name === undefined) continue;
      if (schemaIn(path) === undefined) reached.add(name);
      else uses.set(owner, [...(uses.get(owner) ?? []), name]);
    }
    for (const [base, { value }] of namedSchemas) {
      if (get(value, 'discriminator') === undefined) continue;
      const extending = [...namedSchemas].filter(([, schema]) => basesOf(schema.value).includes(base));
      const names = [...mappedSchemas(value), ...extending.map(([name]) => name)];
      uses.set(base, [...(uses.get(base) ?? []), ...names]);
    }
    // The set grows while it is iterated, so references of references are found too.
    for (const name of reached) for (const next of uses.get(name) ?? []) reached.add(next);
    return [...namedSchemas]
      .filter(([name]) => !reached.has(name))
      .map(([name, { path }]) => ({ path, sentence: `No operation refers to the schema "${name}".` }));
  },
};

/** Returns the schemas that a discriminator maps values to, by reference or by name. */
function mappedSchemas(schema: JsonObject): readonly string[] {
  const discriminator = get(schema, 'discriminator');
  const mapping = isObject(discriminator) ? get(discriminator, 'mapping') : undefined;
  const targets = isObject(mapping) ? Object.values(mapping).filter((target) => typeof target === 'string') : [];
  return targets.map((target) => schemaIn(segmentsOf(target.replace(/^#/, ''))) ?? target);
}

/** Returns the named schemas that a schema extends with `allOf`. */
function basesOf(schema: JsonObject): readonly string[] {
  const parts = get(schema, 'allOf');
  return (isArray(parts) ? parts : []).flatMap((part) => {
    const reference = isObject(part) ? get(part, '$ref') : undefined;
    return typeof reference === 'string' ? (schemaIn(segmentsOf(reference.replace(/^#/, ''))) ?? []) : [];
  });
}

/** Returns the named schema at a path or around it. */
function schemaIn(path: readonly string[]): string | undefined {
  if (path[0] === 'definitions') return path[1];
  return path[0] === 'components' && path[1] === 'schemas' ? path[2] : undefined;
}

/** A name in `required` without a property that describes it. */
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
