/** An operation without `operationId` is named after its method and path, and renamed whenever they change. */
import { get } from '../../document/index.js';
import type { Rule } from '../rule.js';

export const operationWithoutId: Rule = {
  name: 'operation-without-id',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => get(value, 'operationId') === undefined)
      .map(({ path, label }) => ({ path, sentence: `${label} has no operationId; it will be named after its path.` })),
};
