/** An operation without a tag, which belongs to no resource group. */
import { textsOf } from '../inventory.js';
import type { LintRule } from '../rule.js';
import { get } from '../../document/index.js';

export const operationWithoutTag: LintRule = {
  name: 'operation-without-tag',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => textsOf(get(value, 'tags')).length === 0)
      .map(({ path, label }) => ({ path, sentence: `${label} has no tag, so it belongs to no resource group.` })),
};
