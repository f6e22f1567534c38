/** A path parameter that does not occur in the path. */
import { get } from '../../document/index.js';
import type { LintRule } from '../rule.js';

export const pathParameterUnused: LintRule = {
  name: 'path-parameter-unused',
  severity: 'error',
  check: ({ operations }) =>
    operations.flatMap(({ label, route, parameters }) =>
      parameters
        .filter(({ value }) => get(value, 'in') === 'path' && !route.includes(`{${String(get(value, 'name'))}}`))
        .map(({ path, value }) => ({
          path,
          sentence: `${label} declares the path parameter "${String(get(value, 'name'))}", which does not occur in its path.`,
        })),
    ),
};
