/** Large integers: those of 64 bits, which the numbers of JavaScript cannot all hold. */
import type { Api } from './api.js';
import type { Type } from './type.js';

export function isInt64(type: Type): boolean {
  return type.kind === 'integer' && (type.format === 'int64' || type.format === 'uint64');
}

/** Tells of a type whether a large integer stands in it, at whatever depth. */
export function containsInt64({ schemas }: Api): (type: Type) => boolean {
  const large = new Set<string>();
  const holds = (type: Type): boolean => {
    switch (type.kind) {
      case 'reference':
        return large.has(type.name);
      case 'list':
        return holds(type.items);
      case 'map':
        return holds(type.values);
      case 'union':
        return type.options.some(holds);
      case 'record':
        return type.bases.some((base) => large.has(base)) || type.fields.some((field) => holds(field.type));
      default:
        return isInt64(type);
    }
  };
  // A shape holds what the shapes in it hold: looked at until none is left to add.
  for (let before = -1; before !== large.size;) {
    before = large.size;
    for (const schema of schemas) if (holds(schema.type)) large.add(schema.name);
  }
  return holds;
}
