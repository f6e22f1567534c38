/** A default that the schema itself does not allow. */
import { get } from '../../document/index.js';
import { contradiction } from '../fits.js';
import type { Remark, Rule } from '../rule.js';

export const defaultOutside: Rule = {
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
