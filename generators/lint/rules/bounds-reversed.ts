/** A minimum that is greater than the maximum, so that no value is valid. */
import { get } from '../../document/index.js';
import type { Remark, LintRule } from '../rule.js';

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

export const boundsReversed: LintRule = {
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
