/** Rules about the types of schemas. */
import { get, isArray, isObject, type Json, type JsonObject } from '../../document/index.js';
import { kindsOf } from '../contradiction.js';
import type { LintRule, Remark } from '../rule.js';
import type { Inventory } from '../inventory.js';
import type { DocumentSite } from '../site.js';
import { groupBy } from '../group-by.js';

/** An array without a schema for its items. */
export const arrayWithoutItems: LintRule = {
  name: 'array-without-items',
  severity: 'error',
  check: ({ schemas, dialect }) =>
    schemas
      .filter(({ value }) => kindsOf(value).includes('array') && get(value, 'items') === undefined)
      // Since 3.1 `items` is optional, and `prefixItems` may replace it.
      .filter(() => dialect === 'swagger-2.0' || dialect === 'openapi-3.0')
      .map(({ path, owner }) => ({ path, sentence: `An array of ${owner} has no schema for its items.` })),
};

const knownTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object']);

/** A `type` that the specification does not define. */
export const typeUnknown: LintRule = {
  name: 'type-unknown',
  severity: 'error',
  check: ({ schemas, dialect }) =>
    schemas.flatMap(({ path, value }) =>
      typesOf(get(value, 'type'))
        .filter((kind) => !knownTypes.has(kind) && kind !== (dialect === 'swagger-2.0' ? 'file' : 'null'))
        .map((kind) => ({ path: [...path, 'type'], sentence: `${JSON.stringify(kind)} is not a type of ${dialect}.` })),
    ),
};

function typesOf(type: Json | undefined): readonly Json[] {
  return isArray(type) ? type : type === undefined ? [] : [type];
}

/** An `allOf` of types that have no value in common: of the values themselves, or of a property. */
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

const knownFormats = (
  'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid regex json-pointer byte binary password ' +
  'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double base64url'
).split(' ');

const spellings = new Map(knownFormats.map((format) => [plain(format), format]));

/**
 * A known `format` in another spelling, which tools silently ignore. There is one finding for each schema or operation.
 */
export const formatMisspelled: LintRule = {
  name: 'format-misspelled',
  severity: 'warning',
  check: ({ schemas }) => {
    const found = schemas.flatMap(({ path, owner, value }) => {
      const format = get(value, 'format');
      const intended = typeof format === 'string' ? spellings.get(plain(format)) : undefined;
      return intended === undefined || intended === format ? [] : [{ path, owner, format: String(format), intended }];
    });
    const byOwner = groupBy(found, ({ owner, format }) => JSON.stringify([owner, format]));
    return [...byOwner.values()].flatMap((group): readonly Remark[] => {
      const [first] = group;
      if (first === undefined) return [];
      const times = group.length === 1 ? '' : ` (${group.length} times)`;
      const sentence = `${first.owner} has the format "${first.format}"${times}; the known spelling is "${first.intended}".`;
      return [{ path: [...first.path, 'format'], sentence }];
    });
  },
};

function plain(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, '');
}

type NullableNotation = 'x-nullable' | 'nullable' | 'an array of types';

const notations: Readonly<
  Record<Inventory['dialect'], { readonly native: NullableNotation; readonly remedy: string }>
> = {
  'swagger-2.0': { native: 'x-nullable', remedy: 'write "x-nullable: true"' },
  'openapi-3.0': { native: 'nullable', remedy: 'write "nullable: true"' },
  'openapi-3.1': { native: 'an array of types', remedy: 'add "null" to the types' },
  'openapi-3.2': { native: 'an array of types', remedy: 'add "null" to the types' },
};

/**
 * A nullable schema in the notation of another dialect, which tools ignore. There is one finding for each schema or
 * operation.
 */
export const nullableForeign: LintRule = {
  name: 'nullable-foreign',
  severity: 'warning',
  check: ({ schemas, dialect }) => {
    const { native, remedy } = notations[dialect];
    const found = schemas.flatMap(({ path, owner, value }) =>
      notationsOf(value)
        .filter((notation) => notation !== native)
        .map((notation) => ({ path, owner, notation })),
    );
    return [...groupBy(found, ({ owner }) => owner)].map(([owner, group]) => {
      const used = [...new Set(group.map(({ notation }) => notation))].join(' and ');
      const sentence = `${owner} declares null with ${used} in ${group.length === 1 ? 'one place' : `${group.length} places`}; in ${dialect} ${remedy}.`;
      return { path: group[0]?.path ?? [], sentence };
    });
  },
};

function notationsOf(value: JsonObject): readonly NullableNotation[] {
  const type = get(value, 'type');
  return [
    ...(get(value, 'x-nullable') === true ? (['x-nullable'] as const) : []),
    ...(get(value, 'nullable') === true ? (['nullable'] as const) : []),
    ...(isArray(type) && type.includes('null') ? (['an array of types'] as const) : []),
  ];
}
