/** An operation without `operationId`: its name is derived from its method and path, and changes with them. */
import { get } from '../../document/index.js';
import type { LintRule } from '../rule.js';

export const operationWithoutId: LintRule = {
  name: 'operation-without-id',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => get(value, 'operationId') === undefined)
      .map(({ path, label }) => ({
        path,
        sentence: `${label} has no operationId; its name will be derived from its path.`,
      })),
};
