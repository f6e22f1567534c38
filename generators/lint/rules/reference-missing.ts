/** A `$ref` without a target. */
import type { LintRule } from '../rule.js';

export const referenceMissing: LintRule = {
  name: 'reference-missing',
  severity: 'error',
  check: ({ references, follow }) =>
    references
      .filter((site) => follow(site) === undefined)
      .map(({ path, reference }) => ({ path, sentence: `"${reference}" has no target.` })),
};
