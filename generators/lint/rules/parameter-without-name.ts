/** A parameter whose name is empty: no request can have it, so that it is left out. */
import { get } from '../../document/index.js';
import type { LintRule } from '../rule.js';

export const parameterWithoutName: LintRule = {
  name: 'parameter-without-name',
  severity: 'warning',
  check: ({ operations }) =>
    operations.flatMap(({ label, parameters }) =>
      parameters
        .filter(({ value }) => get(value, 'name') === '')
        .map(({ path, value }) => ({
          path: [...path, 'name'],
          sentence: `A ${String(get(value, 'in'))} parameter of ${label} has an empty name, and is left out.`,
        })),
    ),
};
