/** What null stands for where something must be: as engines read it, the value that is "not set". */
import type { Schema } from '@lading/runtime-wire';

export function zeroOf(schema: Schema): unknown {
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
      return zeroOf(schema.to());
    default:
      return null;
  }
}
