/** Two named shapes that differ in letter case only: readers mix them up, and file systems do too. */
import type { Remark, Rule } from '../rule.js';

export const shapesAlike: Rule = {
  name: 'shapes-alike',
  severity: 'warning',
  check: ({ shapes }) => {
    const known = new Map<string, string>();
    return [...shapes].flatMap(([name, { path }]): readonly Remark[] => {
      const other = known.get(name.toLowerCase());
      known.set(name.toLowerCase(), name);
      if (other === undefined) return [];
      return [{ path, sentence: `The shapes "${other}" and "${name}" differ in letter case only.` }];
    });
  },
};
