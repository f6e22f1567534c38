/** Values of another type than their key has, which are read as if they were absent. There is one finding for each kind. */
import { get, isArray } from '../../document/index.js';
import { remarksOf } from '../group-by.js';
import { hasType, knownObjects } from '../keys.js';
import type { LintRule } from '../rule.js';

export const valueMistyped: LintRule = {
  name: 'value-mistyped',
  severity: 'warning',
  check: (inventory) =>
    remarksOf(
      knownObjects(inventory).flatMap(({ kind, sites, types }) => {
        const typeOf = (key: string) => types.get(key) ?? types.get('*') ?? '';
        return sites.flatMap(({ path, value }) =>
          Object.keys(value)
            .filter((key) => !hasType(get(value, key) ?? null, typeOf(key)))
            .map((key) => {
              const [entry, type] = [get(value, key), typeOf(key).replace('text', 'string')];
              const given = isArray(entry) ? 'an array' : `the value ${JSON.stringify(entry).slice(0, 60)}`;
              const wanted = `${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`;
              return { path: [...path, key], meaning: `Ignored: ${given} at "${key}" of ${kind}; write ${wanted}` };
            }),
        );
      }),
    ),
};
