/** A `type` that the specification does not define. */
import { get, isArray, type Json } from '../../document/index.js';
import type { LintRule } from '../rule.js';

const knownTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object']);

export const typeUnknown: LintRule = {
  name: 'type-unknown',
  severity: 'error',
  check: ({ schemas, dialect }) =>
    schemas.flatMap(({ path, value }) =>
      typesOf(get(value, 'type'))
        .filter((kind) => !knownTypes.has(kind) && kind !== (dialect === 'swagger-2.0' ? 'file' : 'null'))
        .map((kind) => ({ path: [...path, 'type'], sentence: `${JSON.stringify(kind)} is not a type of ${dialect}.` })),
    ),
};

function typesOf(type: Json | undefined): readonly Json[] {
  return isArray(type) ? type : type === undefined ? [] : [type];
}
