/** A list of values that says one of them twice. */
import { get, isArray } from '../../document/index.js';
import type { Rule } from '../rule.js';

export const enumDuplicate: Rule = {
  name: 'enum-duplicate',
  severity: 'error',
  check: ({ schemas }) =>
    schemas.flatMap(({ path, value }) => {
      const listed = get(value, 'enum');
      const texts = isArray(listed) ? listed.map((entry) => JSON.stringify(entry)) : [];
      const twice = new Set(texts.filter((text, index) => texts.indexOf(text) !== index));
      return [...twice].map((text) => ({
        path: [...path, 'enum'],
        sentence: `The enum lists ${text} more than once.`,
      }));
    }),
};
