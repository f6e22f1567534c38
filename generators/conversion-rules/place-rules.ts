/** Places the rules of an overlay in every operation that they apply to. */
import type { ConversionRule, ConvertedValue, ConvertRule, PlacedRule, PlainPlace } from '../ir/index.js';
import { knownValues } from './known-values.js';
import { joined, schemaPaths, messageKindOf, type IndexedApi, type MessageKind } from './message-types.js';

/** Returns the paths of a schema in the JSON body of an operation, in either version. */
type FindSchemaPaths = (operation: string, kind: MessageKind, schema: string) => readonly string[];

/** Returns the rules at their places, in the order of the overlay. */
export function writtenRules(
  rules: readonly ConversionRule[],
  older: IndexedApi,
  newer: IndexedApi,
): readonly PlacedRule[] {
  const pathsOf = pathsIn([older, newer]);
  return rules.flatMap((rule) => placed(rule, older, newer, pathsOf));
}

/** Searches each body once, however many rules concern a schema in it. */
function pathsIn(apis: readonly IndexedApi[]): FindSchemaPaths {
  const searched = new Map<string, readonly ReturnType<typeof schemaPaths>[]>();
  return (id, kind, schema) => {
    const key = `${kind} ${id}`;
    const bodies =
      searched.get(key) ??
      apis.flatMap((api) => {
        const operation = api.operationsById.get(id);
        return operation === undefined ? [] : [schemaPaths(api, operation, kind)];
      });
    searched.set(key, bodies);
    return [...new Set(bodies.flatMap((paths) => [...(paths.get(schema) ?? [])]))];
  };
}

function placed(
  rule: ConversionRule,
  older: IndexedApi,
  newer: IndexedApi,
  pathsOf: FindSchemaPaths,
): readonly PlacedRule[] {
  const { difference, direction, at, when, description, rule: kind, ...parts } = rule;
  if (rule.rule === 'convert' && rule.sites !== undefined) {
    const shared = { direction, difference, description, rule: kind, parts: convertParts(rule, rule.value) };
    return rule.sites.map((site) => ({ ...shared, ...site }));
  }
  return placesOf(rule, newer, pathsOf).map(({ operation, place }) => ({
    operation,
    direction,
    difference,
    description,
    at: place,
    when: when.map(({ of, is }) =>
      is === 'unknown' ? { of, not: knownValues(rule, { operation, place, of }, older, newer) } : { of, is },
    ),
    rule: kind,
    parts: rule.rule === 'hook' ? { hook: rule.hook } : rule.rule === 'convert' ? convertParts(rule) : parts,
  }));
}

function convertParts({ hook }: ConvertRule, { absent }: Pick<ConvertedValue, 'absent'> = { absent: true }) {
  return { hook, ...(absent && { absent }) };
}

interface PlaceInOperation {
  readonly operation: string;
  readonly place: PlainPlace;
}

function placesOf(
  { at, direction }: ConversionRule,
  newer: IndexedApi,
  pathsOf: FindSchemaPaths,
): readonly PlaceInOperation[] {
  switch (at.in) {
    case 'body':
      return at.operations.map((operation) => ({ operation, place: { body: at.path } }));
    case 'query':
      return at.operations.map((operation) => ({
        operation,
        place: { query: at.name, ...(at.path !== '' && { path: at.path }) },
      }));
    case 'header':
      return at.operations.map((operation) => ({ operation, place: { header: at.name } }));
    case 'operation':
      return at.operations.map((operation) => ({ operation, place: {} }));
    case 'schema': {
      const ids = at.operations.length > 0 ? at.operations : newer.operations.map(({ id }) => id);
      return ids.flatMap((operation) =>
        pathsOf(operation, messageKindOf(direction), at.schema).map((path) => {
          return { operation, place: { body: joined(path, at.path) } };
        }),
      );
    }
  }
}
