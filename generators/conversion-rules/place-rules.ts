/** The rules of an overlay, each at its place in every operation that it is about. */
import type { Api, PlacedRule, PlainPlace, Type, WireRule } from '../ir/index.js';
import { joined, operationOf, pathsOf, resolved, wayOf } from './message-types.js';

/** In the order of the overlay. */
export function writtenRules(rules: readonly WireRule[], older: Api, newer: Api): readonly PlacedRule[] {
  return rules.flatMap((rule) => placed(rule, older, newer));
}

function placed(rule: WireRule, older: Api, newer: Api): readonly PlacedRule[] {
  const { difference, direction, at, when, says, rule: kind, ...parts } = rule;
  return placesOf(rule, older, newer).map(({ operation, place }) => ({
    operation,
    direction,
    difference,
    says,
    at: place,
    when: when.map(({ of, is }) =>
      is === 'unknown' ? { of, not: knownValues(rule, operation, older, newer) } : { of, is },
    ),
    rule: kind,
    parts: kind === 'step' ? { step: parts['step' as keyof typeof parts] } : parts,
  }));
}

interface At {
  readonly operation: string;
  readonly place: PlainPlace;
}

function placesOf({ at, direction }: WireRule, older: Api, newer: Api): readonly At[] {
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
    case 'shape': {
      const ids = at.operations.length > 0 ? at.operations : newer.operations.map(({ id }) => id);
      return ids.flatMap((operation) => {
        const paths = new Set(
          [older, newer].flatMap((api) => {
            const found = operationOf(api, operation);
            return found === undefined ? [] : pathsOf(api, found, wayOf(direction), at.shape);
          }),
        );
        return [...paths].map((path) => ({ operation, place: { body: joined(path, at.path) } }));
      });
    }
  }
}

/** The values that the enumeration at the place has; the run time does not know the contract. */
function knownValues(rule: WireRule, id: string, older: Api, newer: Api): readonly (string | number)[] {
  const { at } = rule;
  if (at.in !== 'query') return [];
  const types = [older, newer].flatMap((api) =>
    (operationOf(api, id)?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.name === at.name)
      .flatMap(({ type }) => enumsOf(api, type)),
  );
  return [...new Set(types)];
}

function enumsOf(api: Api, type: Type): readonly (string | number)[] {
  const { type: inner } = resolved(api, type);
  if (inner.kind === 'union') return inner.options.flatMap((option) => enumsOf(api, option));
  return inner.kind === 'enum' ? inner.values.map(({ value }) => value) : [];
}
