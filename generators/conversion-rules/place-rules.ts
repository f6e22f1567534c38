/** Places the rules of an overlay in every operation that they apply to. */
import type { PlacedRule, PlainPlace, Type, ConversionRule } from '../ir/index.js';
import { joined, resolved, schemaPaths, messageKindOf, type IndexedApi, type MessageKind } from './message-types.js';

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
  return placesOf(rule, newer, pathsOf).map(({ operation, place }) => ({
    operation,
    direction,
    difference,
    description,
    at: place,
    when: when.map(({ of, is }) =>
      is === 'unknown' ? { of, not: knownValues(rule, operation, older, newer) } : { of, is },
    ),
    rule: kind,
    parts: kind === 'hook' ? { hook: parts['hook' as keyof typeof parts] } : parts,
  }));
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

/** Returns the values of the enum at the place, because the runtime does not have the contract. */
function knownValues(
  rule: ConversionRule,
  id: string,
  older: IndexedApi,
  newer: IndexedApi,
): readonly (string | number)[] {
  const { at } = rule;
  if (at.in !== 'query') return [];
  const types = [older, newer].flatMap((api) =>
    (api.operationsById.get(id)?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.name === at.name)
      .flatMap(({ type }) => enumsOf(api, type)),
  );
  return [...new Set(types)];
}

function enumsOf(api: IndexedApi, type: Type): readonly (string | number)[] {
  const { type: inner } = resolved(api, type);
  if (inner.kind === 'union') return inner.options.flatMap((option) => enumsOf(api, option));
  return inner.kind === 'enum' ? inner.values.map(({ value }) => value).filter(isText) : [];
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
