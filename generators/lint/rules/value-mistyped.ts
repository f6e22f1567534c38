/** Values of another type than their key has, which are read as if they were absent. There is one finding for each kind. */
import { remarksOf } from '../group-by.js';
import { hasType, knownObjects } from '../keys.js';
import type { LintRule } from '../rule.js';

export const valueMistyped: LintRule = {
  name: 'value-mistyped',
  severity: 'warning',
  check: (inventory) =>
    remarksOf(
      knownObjects(inventory).flatMap(({ kind, sites, types }) =>
        sites.flatMap(({ path, value }) =>
          Object.entries(value).flatMap(([key, entry]) => {
            const type = types.get(key) ?? types.get('*') ?? '';
            if (hasType(entry, type)) return [];
            const given = Array.isArray(entry) ? 'an array' : `the value ${JSON.stringify(entry).slice(0, 60)}`;
            const meaning = `Ignored: ${given} at "${key}" of ${kind}; write ${/^[ao]/.test(type) ? 'an' : 'a'} ${type.replace('text', 'string')}`;
            return [{ path: [...path, key], meaning }];
          }),
        ),
      ),
    ),
};
