/** An operation without `summary`, which has no description in lists of operations. */
import { get } from '../../document/index.js';
import type { LintRule } from '../rule.js';

export const operationWithoutSummary: LintRule = {
  name: 'operation-without-summary',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => !get(value, 'summary'))
      .map(({ path, label }) => ({ path, sentence: `${label} has no summary.` })),
};
