/** Content of responses with a status that never has a body: 204, 205 and 304. */
import { get, isObject } from '../../document/index.js';
import { hasNoBody } from '../../ir/index.js';
import type { LintRule } from '../rule.js';

export const contentNeverSent: LintRule = {
  name: 'content-never-sent',
  severity: 'warning',
  check: ({ operations, follow }) =>
    operations.flatMap(({ path, label, value }) => {
      const responses = get(value, 'responses');
      return Object.entries(isObject(responses) ? responses : {}).flatMap(([status, response]) => {
        const place = [...path, 'responses', status];
        const declared = isObject(response) ? follow({ path: place, value: response })?.value : undefined;
        const content = declared && (get(declared, 'content') ?? get(declared, 'schema'));
        if (!hasNoBody({ status }) || !isObject(content) || Object.keys(content).length === 0) return [];
        const sentence = `${label}: a response with the status ${status} has no body, so its content is ignored. Remove it, or correct the status.`;
        return [{ path: place, sentence }];
      });
    }),
};
