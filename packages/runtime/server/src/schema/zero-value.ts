/** The zero value of a schema: what engines read for null, and for values that are not set. */
import type { Schema } from '@lading/runtime-wire';

const zeroOfEnum: Readonly<Record<string, unknown>> = { number: 0, string: '', boolean: false, undefined: '' };

export function zeroValueOf(schema: Schema): unknown {
  switch (schema.kind) {
    case 'string':
      return '';
    case 'enum':
      return zeroOfEnum[typeof schema.values[0]] ?? null;
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'map':
    case 'object':
      return {};
    case 'ref':
      return zeroValueOf(schema.to());
    default:
      return null;
  }
}
