/** The same parameter twice in one list: the second silently wins. */
import { get } from '../../document/index.js';
import type { Remark, Rule } from '../rule.js';

export const parameterDuplicate: Rule = {
  name: 'parameter-duplicate',
  severity: 'error',
  check: ({ operations }) =>
    operations.flatMap(({ label, parameters }) => {
      const seen = new Set<string>();
      return parameters.flatMap(({ path, value }): readonly Remark[] => {
        const name = String(get(value, 'name'));
        // One of the path's may be overridden by one of the operation's: not within the same list.
        const key = JSON.stringify([path.slice(0, -1), get(value, 'in'), name]);
        if (!seen.has(key)) {
          seen.add(key);
          return [];
        }
        return [{ path, sentence: `${label} declares the ${String(get(value, 'in'))} parameter "${name}" twice.` }];
      });
    }),
};
