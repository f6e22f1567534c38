/** Two named schemas that differ in letter case only: readers mix them up, and file systems do too. */
import type { Remark, Rule } from '../rule.js';

export const similarSchemas: Rule = {
  name: 'similar-schemas',
  severity: 'warning',
  check: ({ namedSchemas }) => {
    const byLowerCase = new Map<string, string>();
    return [...namedSchemas].flatMap(([name, { path }]): readonly Remark[] => {
      const other = byLowerCase.get(name.toLowerCase());
      byLowerCase.set(name.toLowerCase(), name);
      if (other === undefined) return [];
      return [{ path, sentence: `The schemas "${other}" and "${name}" differ in letter case only.` }];
    });
  },
};
