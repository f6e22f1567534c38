/** `null` said in another dialect's way, which readers of this one do not see. Told once per shape or operation. */
import { get, isArray, type JsonObject } from '../../document/index.js';
import { grouped } from '../grouped.js';
import type { Inventory } from '../inventory.js';
import type { Rule } from '../rule.js';

type Way = 'x-nullable' | 'nullable' | 'a list of types';

const ways: Readonly<Record<Inventory['dialect'], { readonly native: Way; readonly remedy: string }>> = {
  'swagger-2.0': { native: 'x-nullable', remedy: 'say "x-nullable: true"' },
  'openapi-3.0': { native: 'nullable', remedy: 'say "nullable: true"' },
  'openapi-3.1': { native: 'a list of types', remedy: 'add "null" to the types' },
};

export const nullableForeign: Rule = {
  name: 'nullable-foreign',
  severity: 'warning',
  check: ({ schemas, dialect }) => {
    const { native, remedy } = ways[dialect];
    const found = schemas.flatMap(({ path, owner, value }) =>
      waysOf(value)
        .filter((way) => way !== native)
        .map((way) => ({ path, owner, way })),
    );
    return [...grouped(found, ({ owner }) => owner)].map(([owner, group]) => {
      const said = [...new Set(group.map(({ way }) => way))].join(' and ');
      const sentence = `${owner} says null by ${said} in ${group.length === 1 ? 'one place' : `${group.length} places`}; in ${dialect} ${remedy}.`;
      return { path: group[0]?.path ?? [], sentence };
    });
  },
};

function waysOf(value: JsonObject): readonly Way[] {
  const type = get(value, 'type');
  return [
    ...(get(value, 'x-nullable') === true ? (['x-nullable'] as const) : []),
    ...(get(value, 'nullable') === true ? (['nullable'] as const) : []),
    ...(isArray(type) && type.includes('null') ? (['a list of types'] as const) : []),
  ];
}
