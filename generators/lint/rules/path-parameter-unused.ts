/** A path parameter that the path has no place for. */
import { get } from '../../document/index.js';
import type { Rule } from '../rule.js';

export const pathParameterUnused: Rule = {
  name: 'path-parameter-unused',
  severity: 'error',
  check: ({ operations }) =>
    operations.flatMap(({ label, route, parameters }) =>
      parameters
        .filter(({ value }) => get(value, 'in') === 'path' && !route.includes(`{${String(get(value, 'name'))}}`))
        .map(({ path, value }) => ({
          path,
          sentence: `${label} declares the path parameter "${String(get(value, 'name'))}", which its path does not hold.`,
        })),
    ),
};
