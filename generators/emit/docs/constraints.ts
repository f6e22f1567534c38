/** The constraints of a type, each as a short text. */
import type { Type } from '../../ir/index.js';

export function boundsOf(type: Type): readonly string[] {
  switch (type.kind) {
    case 'integer':
    case 'number': {
      const sentinels = type.kind === 'integer' ? (type.sentinels ?? []) : [];
      return [
        ...range(type.minimum, type.maximum, ''),
        ...sentinels.map((sentinel) => `${sentinel} is a special value`),
      ];
    }
    case 'string':
      return [
        ...range(type.minLength, type.maxLength, ' characters'),
        ...(type.pattern === undefined ? [] : [`matches ${type.pattern}`]),
      ];
    case 'array':
      return [
        ...range(type.minItems, type.maxItems, ' items'),
        ...boundsOf(type.items).map((bound) => `each ${bound}`),
      ];
    case 'map':
      return boundsOf(type.values).map((bound) => `each ${bound}`);
    default:
      return [];
  }
}

function range(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  if (least !== undefined && least === most) return [`exactly ${least}${unit}`];
  return [
    ...(least === undefined ? [] : [`at least ${least}${unit}`]),
    ...(most === undefined ? [] : [`at most ${most}${unit}`]),
  ];
}
