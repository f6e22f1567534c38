/** Operations that only one of two versions has: an engine of the other version responds with 404. */
import type { Api, PlacedRule, ConversionDirection } from '../ir/index.js';

/** Returns a `refuse` rule for each operation that has no written rule. */
export function refusalsOfRemovedOperations(
  older: Api,
  newer: Api,
  written: readonly PlacedRule[],
): readonly PlacedRule[] {
  return [...missing(older, newer, 'request.upgrade', written), ...missing(newer, older, 'request.downgrade', written)];
}

function missing(
  from: Api,
  to: Api,
  direction: ConversionDirection,
  written: readonly PlacedRule[],
): readonly PlacedRule[] {
  return from.operations
    .filter(({ id }) => !to.operations.some((operation) => operation.id === id))
    .filter(({ id }) => !written.some((rule) => rule.operation === id && rule.direction === direction))
    .map(({ id }) => ({
      operation: id,
      direction,
      description: 'The other version does not have the operation.',
      at: {},
      when: [],
      rule: 'refuse',
      parts: { status: 404, message: 'page not found' },
      derived: true,
    }));
}
