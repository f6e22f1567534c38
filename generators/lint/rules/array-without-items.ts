/** A list of which nobody says what it holds. */
import { get } from '../../document/index.js';
import { kindsOf } from '../fits.js';
import type { Rule } from '../rule.js';

export const arrayWithoutItems: Rule = {
  name: 'array-without-items',
  severity: 'error',
  check: ({ schemas, dialect }) =>
    schemas
      .filter(({ value }) => kindsOf(value).includes('array') && get(value, 'items') === undefined)
      // Since 3.1 `items` may be left out, and `prefixItems` may stand in its place.
      .filter(() => dialect !== 'openapi-3.1')
      .map(({ path, owner }) => ({ path, sentence: `An array of ${owner} does not say what its items are.` })),
};
