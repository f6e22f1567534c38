/** An operation without `summary` has no line of its own in lists. */
import { get } from '../../document/index.js';
import type { Rule } from '../rule.js';

export const operationWithoutSummary: Rule = {
  name: 'operation-without-summary',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => !get(value, 'summary'))
      .map(({ path, label }) => ({ path, sentence: `${label} has no summary.` })),
};
