/**
 * Two operations with the same `operationId` in any letter case, which file names and many languages cannot
 * distinguish.
 */
import { get } from '../../document/index.js';
import type { Remark, LintRule } from '../rule.js';

export const operationIdDuplicate: LintRule = {
  name: 'operation-id-duplicate',
  severity: 'error',
  check: ({ operations }) => {
    const labels = new Map<string, string>();
    return operations.flatMap(({ path, label, value }): readonly Remark[] => {
      const id = get(value, 'operationId');
      if (typeof id !== 'string') return [];
      const other = labels.get(id.toLowerCase());
      if (other === undefined) labels.set(id.toLowerCase(), label);
      return other === undefined ? [] : [{ path, sentence: `${label} has the operationId "${id}" of ${other}.` }];
    });
  },
};
