/**
 * Schemas whose keywords have no type of values in common, or that exclude a property that they require, so that no value fits.
 * There is one finding for each schema or operation.
 */
import { get, isArray, isObject, type Json, type JsonObject } from '../../document/index.js';
import { groupBy } from '../group-by.js';
import type { Inventory } from '../inventory.js';
import type { LintRule } from '../rule.js';
import type { DocumentSite } from '../site.js';
import { typesContradictory } from './types.js';

export const schemaWithoutValues: LintRule = {
  name: 'schema-without-values',
  severity: 'warning',
  check: (inventory) => {
    const types = new SchemaTypes(inventory);
    const refersToFound = (site: DocumentSite) =>
      typeof get(site.value, '$ref') === 'string' && types.of(inventory.follow(site)?.value ?? {}).size === 0;
    const empty = inventory.schemas.filter((site) => types.of(site.value).size === 0 && !refersToFound(site));
    if (empty.length === 0) return [];
    // Of contradictory scalar types, the last one applies.
    const decided = new Set(typesContradictory.check(inventory).map(({ path }) => path.slice(0, -1).join('/')));
    const found = empty.filter(({ path }) => !decided.has(path.join('/')));
    return [...groupBy(found, ({ owner }) => owner)].map(([owner, sites]) => {
      const count = sites.length === 1 ? 'a schema' : `${sites.length} schemas`;
      const meant = sites.some(({ value }) => types.excludesRequired(value))
        ? 'allow the properties that it requires beside "additionalProperties: false"'
        : sites.some(({ value }) => get(value, 'type') === 'null')
          ? 'add null to the types or options, if it is to be allowed as well'
          : 'correct the types';
      const sentence = `${owner} has ${count} that no value fits, since its keywords exclude each other; ${meant}.`;
      return { path: sites[0]?.path ?? [], sentence };
    });
  },
};

type Types = ReadonlySet<string>;

const all: Types = new Set(['null', 'boolean', 'number', 'string', 'array', 'object']);
/** Beyond this depth, schemas count as fitting every value: chains of references may be long. */
const MAX_DEPTH = 100;

/** The types of the values that schemas allow, as far as their keywords state types. */
class SchemaTypes {
  readonly #typesBySchema = new Map<JsonObject, Types>();
  readonly #inventory: Inventory;

  constructor(inventory: Inventory) {
    this.#inventory = inventory;
  }

  of(schema: Json, depth = 0): Types {
    if (!isObject(schema) || depth > MAX_DEPTH) return all;
    const found = this.#typesBySchema.get(schema);
    if (found !== undefined) return found;
    // What contains itself is not known yet.
    this.#typesBySchema.set(schema, all);
    const types = this.#stated(schema, depth);
    this.#typesBySchema.set(schema, types);
    return types;
  }

  #stated(schema: JsonObject, depth: number): Types {
    const { dialect, follow } = this.#inventory;
    const listed = get(schema, 'enum');
    // Null among the values of another type is allowed.
    const isNullable =
      get(schema, 'nullable') === true ||
      get(schema, 'x-nullable') === true ||
      (isArray(listed) && listed.includes(null));
    const target = typeof get(schema, '$ref') === 'string' ? follow({ path: [], value: schema }) : undefined;
    const referred = target === undefined || target.value === schema ? all : this.of(target.value, depth + 1);
    const readsSiblings = dialect !== 'swagger-2.0' && dialect !== 'openapi-3.0';
    const parts =
      typeof get(schema, '$ref') === 'string' && !readsSiblings
        ? [referred]
        : [referred, namedTypes(schema), constantTypes(schema), ...this.#combined(schema, depth)];
    // Most parts state no type: a set of its own for each of them would be most of the time of this rule.
    const [first = all, ...others] = parts.filter((part) => part !== all);
    const common = new Set([...first].filter((type) => others.every((other) => other.has(type))));
    if (common.has('object') && this.excludesRequired(schema)) common.delete('object');
    return isNullable ? new Set([...common, 'null']) : common;
  }

  /** Whether a part of a schema allows no further properties, and another one requires a property that it does not have. */
  excludesRequired(schema: JsonObject): boolean {
    const parts = this.#partsOf(schema);
    const required = parts.flatMap((part) => listOf(part, 'required'));
    return parts.some((part) => {
      if (get(part, 'additionalProperties') !== false || isObject(get(part, 'patternProperties'))) return false;
      const properties = get(part, 'properties');
      return required.some(
        (name) => typeof name === 'string' && !(isObject(properties) && Object.hasOwn(properties, name)),
      );
    });
  }

  /** Returns a schema and all that it combines by `allOf`. */
  #partsOf(schema: JsonObject): readonly JsonObject[] {
    const parts = new Set([schema]);
    for (const part of parts) {
      for (const one of listOf(part, 'allOf')) {
        const target = isObject(one) ? this.#inventory.follow({ path: [], value: one })?.value : undefined;
        if (target !== undefined) parts.add(target);
      }
    }
    return [...parts];
  }

  #combined(schema: JsonObject, depth: number): readonly Types[] {
    const options = (key: string) => {
      const list = get(schema, key);
      return isArray(list) ? list.map((each) => this.of(each, depth + 1)) : [];
    };
    const unions = [options('oneOf'), options('anyOf')].filter((list) => list.length > 0);
    return [...options('allOf'), ...unions.map((list) => new Set(list.flatMap((types) => [...types])))];
  }
}

function listOf(schema: JsonObject, key: string): readonly Json[] {
  const list = get(schema, key);
  return isArray(list) ? list : [];
}

/** The types that `type` names; those of other dialects, such as `file`, are any. */
function namedTypes(schema: JsonObject): Types {
  const type = get(schema, 'type');
  const names = (isArray(type) ? type : [type]).map((name) => (name === 'integer' ? 'number' : name));
  const isKnown = (name: Json | undefined): name is string => typeof name === 'string' && all.has(name);
  return names.every(isKnown) ? new Set(names) : all;
}

/** The types of the values of `enum` or `const`. Numbers and strings are converted to the type beside them. */
function constantTypes(schema: JsonObject): Types {
  const constant = get(schema, 'const');
  const listed = get(schema, 'enum');
  const values = constant !== undefined ? [constant] : isArray(listed) && listed.length > 0 ? listed : undefined;
  return values === undefined ? all : new Set(values.flatMap(typesOf));
}

function typesOf(value: Json): readonly string[] {
  if (value === null) return ['null'];
  if (typeof value === 'string' || typeof value === 'number') return ['string', 'number'];
  return [isArray(value) ? 'array' : typeof value];
}
