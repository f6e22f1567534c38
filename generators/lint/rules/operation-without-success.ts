/** An operation with only error responses: none with a status below 400, and no `default`. */
import { get, isObject } from '../../document/index.js';
import type { LintRule } from '../rule.js';

export const operationWithoutSuccess: LintRule = {
  name: 'operation-without-success',
  severity: 'error',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => {
        const responses = get(value, 'responses');
        return !isObject(responses) || !Object.keys(responses).some((status) => /^([123]|default$)/.test(status));
      })
      .map(({ path, label }) => ({ path, sentence: `${label} has no success response.` })),
};
