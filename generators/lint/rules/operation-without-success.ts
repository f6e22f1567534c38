/** An operation of which only failures are told: no answer below 400, and no `default`. */
import { get, isObject } from '../../document/index.js';
import type { Rule } from '../rule.js';

export const operationWithoutSuccess: Rule = {
  name: 'operation-without-success',
  severity: 'error',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => {
        const responses = get(value, 'responses');
        return !isObject(responses) || !Object.keys(responses).some((status) => /^([123]|default$)/.test(status));
      })
      .map(({ path, label }) => ({ path, sentence: `${label} has no answer that means success.` })),
};
