/** An example that contradicts its schema: users copy it, and mock servers send it. */
import { get, isArray, type Json } from '../../document/index.js';
import { contradiction } from '../contradiction.js';
import type { LintRule } from '../rule.js';
import type { SchemaSite } from '../site.js';

export const exampleOutside: LintRule = {
  name: 'example-outside',
  severity: 'warning',
  check: (inventory) =>
    inventory.schemas.flatMap((schema) =>
      examplesOf(schema).flatMap(([key, value]) => {
        const reason = contradiction(value, schema, inventory);
        const path = [...schema.path, key];
        return reason === undefined ? [] : [{ path, sentence: `The example contradicts its schema: ${reason}.` }];
      }),
    ),
};

function examplesOf({ value, kind }: SchemaSite): readonly (readonly [string, Json])[] {
  if (kind !== 'schema') return [];
  const example = get(value, 'example');
  const examples = get(value, 'examples');
  return [
    ...(example === undefined ? [] : [['example', example] as const]),
    ...(isArray(examples) ? examples.map((entry) => ['examples', entry] as const) : []),
  ];
}
