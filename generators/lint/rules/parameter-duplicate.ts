/** A parameter that is declared twice in one array: the second declaration silently takes precedence. */
import { get } from '../../document/index.js';
import type { Remark, LintRule } from '../rule.js';

export const parameterDuplicate: LintRule = {
  name: 'parameter-duplicate',
  severity: 'error',
  check: ({ operations }) =>
    operations.flatMap(({ label, parameters }) => {
      const seen = new Set<string>();
      return parameters.flatMap(({ path, value }): readonly Remark[] => {
        const name = String(get(value, 'name'));
        // An operation may override a parameter of its path, but not within the same array.
        const key = JSON.stringify([path.slice(0, -1), get(value, 'in'), name]);
        if (!seen.has(key)) {
          seen.add(key);
          return [];
        }
        return [{ path, sentence: `${label} declares the ${String(get(value, 'in'))} parameter "${name}" twice.` }];
      });
    }),
};
