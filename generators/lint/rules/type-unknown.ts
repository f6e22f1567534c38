/** A `type` that the specification does not know. */
import { kindsOf } from '../fits.js';
import type { Rule } from '../rule.js';

const known = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object']);

export const typeUnknown: Rule = {
  name: 'type-unknown',
  severity: 'error',
  check: ({ schemas, dialect }) =>
    schemas.flatMap(({ path, value }) =>
      kindsOf(value)
        .filter((kind) => !known.has(kind) && kind !== (dialect === 'swagger-2.0' ? 'file' : 'null'))
        .map((kind) => ({ path: [...path, 'type'], sentence: `"${kind}" is no type of ${dialect}.` })),
    ),
};
