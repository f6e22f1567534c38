/** An array without a schema for its items. */
import { get } from '../../document/index.js';
import { kindsOf } from '../contradiction.js';
import type { LintRule } from '../rule.js';

export const arrayWithoutItems: LintRule = {
  name: 'array-without-items',
  severity: 'error',
  check: ({ schemas, dialect }) =>
    schemas
      .filter(({ value }) => kindsOf(value).includes('array') && get(value, 'items') === undefined)
      // Since 3.1 `items` is optional, and `prefixItems` may replace it.
      .filter(() => dialect === 'swagger-2.0' || dialect === 'openapi-3.0')
      .map(({ path, owner }) => ({ path, sentence: `An array of ${owner} has no schema for its items.` })),
};
