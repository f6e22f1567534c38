/** Two named schemas whose names differ only in letter case, which users and file systems confuse. */
import type { Remark, LintRule } from '../rule.js';

export const similarSchemas: LintRule = {
  name: 'similar-schemas',
  severity: 'warning',
  check: ({ namedSchemas }) => {
    const byLowerCase = new Map<string, string>();
    return [...namedSchemas].flatMap(([name, { path }]): readonly Remark[] => {
      const other = byLowerCase.get(name.toLowerCase());
      byLowerCase.set(name.toLowerCase(), name);
      if (other === undefined) return [];
      return [{ path, sentence: `The schemas "${other}" and "${name}" differ only in letter case.` }];
    });
  },
};
