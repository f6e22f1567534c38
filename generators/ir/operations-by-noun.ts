/** The operations of each noun, in the order of the document. */
import type { Api } from './api.js';
import type { Operation } from './operation.js';

/** Returns the operations by noun in one pass: searching all operations once for each noun takes quadratic time. */
export function operationsByNoun({ operations }: Pick<Api, 'operations'>): ReadonlyMap<string, readonly Operation[]> {
  const byNoun = new Map<string, Operation[]>();
  for (const operation of operations) {
    const others = byNoun.get(operation.noun);
    if (others === undefined) byNoun.set(operation.noun, [operation]);
    else others.push(operation);
  }
  return byNoun;
}
