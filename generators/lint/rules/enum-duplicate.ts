/** An enum that lists a value more than once. */
import { get, isArray } from '../../document/index.js';
import type { LintRule } from '../rule.js';

export const enumDuplicate: LintRule = {
  name: 'enum-duplicate',
  severity: 'error',
  check: ({ schemas }) =>
    schemas.flatMap(({ path, value }) => {
      const listed = get(value, 'enum');
      const texts = isArray(listed) ? listed.map((entry) => JSON.stringify(entry)) : [];
      const unique = new Set<string>();
      const duplicates = new Set(texts.filter((text) => unique.size === unique.add(text).size));
      return [...duplicates].map((text) => ({
        path: [...path, 'enum'],
        sentence: `The enum lists ${text} more than once.`,
      }));
    }),
};
