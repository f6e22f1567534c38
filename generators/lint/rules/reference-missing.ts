/** A `$ref` that leads nowhere. */
import type { Rule } from '../rule.js';

export const referenceMissing: Rule = {
  name: 'reference-missing',
  severity: 'error',
  check: ({ references, follow }) =>
    references
      .filter((site) => follow(site) === undefined)
      .map(({ path, reference }) => ({ path, sentence: `"${reference}" leads nowhere.` })),
};
