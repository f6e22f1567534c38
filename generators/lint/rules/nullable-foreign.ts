/**
 * A nullable schema in the notation of another dialect, which tools ignore. There is one finding for each schema or
 * operation.
 */
import { get, isArray, type JsonObject } from '../../document/index.js';
import { groupBy } from '../group-by.js';
import type { Inventory } from '../inventory.js';
import type { LintRule } from '../rule.js';

type NullableNotation = 'x-nullable' | 'nullable' | 'an array of types';

const notations: Readonly<
  Record<Inventory['dialect'], { readonly native: NullableNotation; readonly remedy: string }>
> = {
  'swagger-2.0': { native: 'x-nullable', remedy: 'write "x-nullable: true"' },
  'openapi-3.0': { native: 'nullable', remedy: 'write "nullable: true"' },
  'openapi-3.1': { native: 'an array of types', remedy: 'add "null" to the types' },
  'openapi-3.2': { native: 'an array of types', remedy: 'add "null" to the types' },
};

export const nullableForeign: LintRule = {
  name: 'nullable-foreign',
  severity: 'warning',
  check: ({ schemas, dialect }) => {
    const { native, remedy } = notations[dialect];
    const found = schemas.flatMap(({ path, owner, value }) =>
      notationsOf(value)
        .filter((notation) => notation !== native)
        .map((notation) => ({ path, owner, notation })),
    );
    return [...groupBy(found, ({ owner }) => owner)].map(([owner, group]) => {
      const used = [...new Set(group.map(({ notation }) => notation))].join(' and ');
      const sentence = `${owner} declares null with ${used} in ${group.length === 1 ? 'one place' : `${group.length} places`}; in ${dialect} ${remedy}.`;
      return { path: group[0]?.path ?? [], sentence };
    });
  },
};

function notationsOf(value: JsonObject): readonly NullableNotation[] {
  const type = get(value, 'type');
  return [
    ...(get(value, 'x-nullable') === true ? (['x-nullable'] as const) : []),
    ...(get(value, 'nullable') === true ? (['nullable'] as const) : []),
    ...(isArray(type) && type.includes('null') ? (['an array of types'] as const) : []),
  ];
}
