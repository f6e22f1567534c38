/** Bounds between which no value lies. */
import { get } from '../../document/index.js';
import type { Remark, Rule } from '../rule.js';

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

export const boundsReversed: Rule = {
  name: 'bounds-reversed',
  severity: 'error',
  check: ({ schemas }) =>
    schemas.flatMap(({ path, value }) =>
      pairs.flatMap(([lower, upper]): readonly Remark[] => {
        const [least, most] = [get(value, lower), get(value, upper)];
        if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return [];
        return [{ path: [...path, lower], sentence: `${lower} ${least} is greater than ${upper} ${most}.` }];
      }),
    ),
};
