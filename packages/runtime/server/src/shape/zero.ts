/** What null stands for where something must be: as engines read it, the value that is "not set". */
import type { Shape } from '@lading/runtime-wire';

export function zeroOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'text':
      return '';
    case 'choice':
      return typeof shape.values[0] === 'number' ? 0 : '';
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'list':
      return [];
    case 'map':
    case 'record':
      return {};
    case 'ref':
      return zeroOf(shape.to());
    default:
      return null;
  }
}
