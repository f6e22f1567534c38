/** A default that its own schema does not allow. */
import { get } from '../../document/index.js';
import { contradiction } from '../contradiction.js';
import type { Remark, LintRule } from '../rule.js';

export const defaultOutside: LintRule = {
  name: 'default-outside',
  severity: 'error',
  check: (inventory) =>
    inventory.schemas.flatMap((schema): readonly Remark[] => {
      const value = get(schema.value, 'default');
      const reason = value === undefined ? undefined : contradiction(value, schema, inventory);
      if (reason === undefined) return [];
      return [{ path: [...schema.path, 'default'], sentence: `The default contradicts its schema: ${reason}.` }];
    }),
};
