/** The zero value of a schema: what engines read for null, and for values that are not set. */
import type { Schema } from '@lading/runtime-wire';

export function zeroValueOf(schema: Schema): unknown {
  switch (schema.kind) {
    case 'string':
      return '';
    case 'enum':
      return typeof schema.values[0] === 'number' ? 0 : '';
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
