/** Names the parameters in paths as the newer version does: they are the same values, whatever documents call them. */
import { parametersOf, pathForm, type Api, type Operation, type PlacedRule } from '../ir/index.js';
import type { IndexedApi } from './message-types.js';

/** Returns the older version with the names of the newer one, where a path has the same form. */
export function withPathNames(older: Api, newer: IndexedApi): Api {
  return {
    ...older,
    operations: older.operations.map((operation) => {
      const names = new Map(namePairs(operation, newer.operationsById.get(operation.id)));
      if (names.size === 0) return operation;
      const parameters = operation.parameters.map((each) =>
        each.in === 'path' ? { ...each, name: names.get(each.name) ?? each.name } : each,
      );
      return { ...operation, parameters };
    }),
  };
}

/** Returns the rules that give the parameters of paths the names of the version that requests are converted to. */
export function pathNameRules(older: Api, newer: IndexedApi): readonly PlacedRule[] {
  return older.operations.flatMap((operation) => {
    const pairs = namePairs(operation, newer.operationsById.get(operation.id));
    return (['request.upgrade', 'request.downgrade'] as const).flatMap((direction) =>
      pairs.map(([before, after]): PlacedRule => {
        const [from, to] = direction === 'request.upgrade' ? [before, after] : [after, before];
        const description = 'The versions name the parameter differently.';
        const shared = { operation: operation.id, direction, description, when: [], derived: true } as const;
        return { ...shared, at: { segment: to }, rule: 'rename', parts: { from } };
      }),
    );
  });
}

type NamePair = readonly [older: string, newer: string];

/** Pairs the names that differ in paths of the same form; none if a name is also that of another parameter. */
function namePairs(operation: Operation, other: Operation | undefined): readonly NamePair[] {
  if (other === undefined || pathForm(operation.path) !== pathForm(other.path)) return [];
  const [before, after] = [namesIn(operation.path), namesIn(other.path)];
  const pairs = before.map((name, index): NamePair => [name, after[index] ?? '']).filter(([one, two]) => one !== two);
  return pairs.some(([one, two]) => before.includes(two) || after.includes(one)) ? [] : pairs;
}

function namesIn(path: string): readonly string[] {
  return parametersOf(path).map((parameter) => parameter.slice(1, -1));
}
