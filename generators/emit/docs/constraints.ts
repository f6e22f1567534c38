/** The constraints of a type, each as a short text. */
import type { MapType, RecordType, Type } from '../../ir/index.js';

export function boundsOf(type: Type): readonly string[] {
  switch (type.kind) {
    case 'integer':
    case 'number': {
      const sentinels = type.kind === 'integer' ? (type.sentinels ?? []) : [];
      return [
        ...range(type.minimum, type.maximum, ''),
        ...(type.exclusiveMinimum === undefined ? [] : [`more than ${type.exclusiveMinimum}`]),
        ...(type.exclusiveMaximum === undefined ? [] : [`less than ${type.exclusiveMaximum}`]),
        ...(type.multipleOf === undefined ? [] : [`a multiple of ${type.multipleOf}`]),
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
        ...(type.uniqueItems ? ['no item twice'] : []),
        ...boundsOf(type.items).map((bound) => `each ${bound}`),
      ];
    case 'map':
      return [...objectBounds(type), ...boundsOf(type.values).map((bound) => `each ${bound}`)];
    case 'record':
      return [...objectBounds(type), ...(type.closed && type.fields.length > 0 ? ['no other properties'] : [])];
    case 'intersection':
      return type.parts.flatMap(boundsOf);
    default:
      return [];
  }
}

function objectBounds({
  minProperties,
  maxProperties,
  propertyNames,
  patterns = [],
}: MapType | RecordType): readonly string[] {
  const names = propertyNames === undefined ? [] : boundsOf(propertyNames);
  return [
    ...range(minProperties, maxProperties, ' properties'),
    ...names.map((bound) => `each name ${bound}`),
    ...patterns.map(({ pattern }) => `names that match ${pattern}`),
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  if (least !== undefined && least === most) return [`exactly ${least}${unit}`];
  return [
    ...(least === undefined ? [] : [`at least ${least}${unit}`]),
    ...(most === undefined ? [] : [`at most ${most}${unit}`]),
  ];
}
