/** A `type` that the specification does not define. */
import { kindsOf } from '../contradiction.js';
import type { LintRule } from '../rule.js';

const knownTypes = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object']);

export const typeUnknown: LintRule = {
  name: 'type-unknown',
  severity: 'error',
  check: ({ schemas, dialect }) =>
    schemas.flatMap(({ path, value }) =>
      kindsOf(value)
        .filter((kind) => !knownTypes.has(kind) && kind !== (dialect === 'swagger-2.0' ? 'file' : 'null'))
        .map((kind) => ({ path: [...path, 'type'], sentence: `"${kind}" is not a type of ${dialect}.` })),
    ),
};
