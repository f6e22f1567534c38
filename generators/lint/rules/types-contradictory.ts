/** An `allOf` of types that have no value in common. */
import { get, isArray, isObject, type Json } from '../../document/index.js';
import type { Remark, LintRule } from '../rule.js';

export const typesContradictory: LintRule = {
  name: 'types-contradictory',
  severity: 'error',
  check: ({ schemas }) =>
    schemas.flatMap(({ path, value }): readonly Remark[] => {
      const parts = get(value, 'allOf');
      if (!isArray(parts)) return [];
      const types = [...parts.filter(isObject), value].flatMap((part) => scalarType(get(part, 'type')));
      const last = types.at(-1);
      const other = types.find((type) => type !== last && !(isNumber(type) && isNumber(last)));
      if (last === undefined || other === undefined) return [];
      const sentence = `No value is of the types ${other} and ${last}. The last one applies.`;
      return [{ path: [...path, 'allOf'], sentence }];
    }),
};

function scalarType(type: Json | undefined): readonly string[] {
  return typeof type === 'string' && ['string', 'integer', 'number', 'boolean'].includes(type) ? [type] : [];
}

function isNumber(type: string | undefined): boolean {
  return type === 'integer' || type === 'number';
}
