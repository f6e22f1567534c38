/** The constraints of a type, each as a short text. */
import {
  countText,
  type ConditionType,
  type ContainedItems,
  type MapType,
  type RecordType,
  type Type,
} from '../../emitter/index.js';

export function boundsOf(type: Type): readonly string[] {
  switch (type.kind) {
    case 'integer':
    case 'number': {
      const sentinels = type.kind === 'integer' ? (type.sentinels ?? []) : [];
      return [
        ...range(type.minimum, type.maximum),
        ...(type.exclusiveMinimum === undefined ? [] : [`more than ${type.exclusiveMinimum}`]),
        ...(type.exclusiveMaximum === undefined ? [] : [`less than ${type.exclusiveMaximum}`]),
        ...(type.multipleOf === undefined ? [] : [`a multiple of ${type.multipleOf}`]),
        ...sentinels.map((sentinel) => `${sentinel} is a special value`),
      ];
    }
    case 'string':
      return [
        ...range(type.minLength, type.maxLength, 'character'),
        ...(type.pattern === undefined ? [] : [`matches ${type.pattern}`]),
      ];
    case 'array':
      return [
        ...range(type.minItems, type.maxItems, 'item'),
        ...(type.uniqueItems ? ['no item twice'] : []),
        ...(type.contains ? [containsText(type.contains)] : []),
        ...boundsOf(type.items).map((bound) => `each ${bound}`),
      ];
    case 'map':
      return [...objectBounds(type), ...boundsOf(type.values).map((bound) => `each ${bound}`)];
    case 'record':
      return [
        ...objectBounds(type),
        ...(type.closed && type.fields.length > 0 ? ['no other properties'] : []),
        ...(type.rest && type.rest.kind !== 'any' ? [otherText('properties', type.rest)] : []),
        ...(type.unevaluated ? [otherText('properties', type.unevaluated)] : []),
      ];
    case 'intersection':
      return [
        ...type.parts.flatMap(boundsOf),
        ...(type.unevaluatedProperties ? [otherText('properties', type.unevaluatedProperties)] : []),
        ...(type.unevaluatedItems ? [otherText('items', type.unevaluatedItems)] : []),
      ];
    case 'condition':
      return conditionTexts(type);
    default:
      return [];
  }
}

/** The constraints of a condition; those that it adds to all values of one type are texts of their own. */
function conditionTexts({ if: tested, then, else: otherwise }: ConditionType): readonly string[] {
  if (then?.kind === 'never' && otherwise === undefined) return [`not ${words(tested)}`];
  if (then !== undefined && otherwise === undefined && isBare(tested)) return boundsOf(then);
  if (then === undefined) return otherwise === undefined ? [] : [`if not ${words(tested)}, then ${words(otherwise)}`];
  return [`if ${words(tested)}, then ${words(then)}${otherwise ? `, otherwise ${words(otherwise)}` : ''}`];
}

/** Whether a type says nothing but the kind of its values. */
function isBare(type: Type): boolean {
  const { kind, ...others } = type;
  const isAny = (inner: Type) => inner.kind === 'any';
  if (kind === 'array' && type.kind === 'array') return isAny(type.items) && Object.keys(others).length === 1;
  if (kind === 'map' && type.kind === 'map') return isAny(type.values) && Object.keys(others).length === 1;
  return Object.keys(others).length === 0;
}

function words(type: Type): string {
  const bounds = boundsOf(type);
  const about = bounds.length === 0 ? '' : ` (${bounds.join(', ')})`;
  return `${kindText(type)}${about}${type.nullable ? ' or null' : ''}`;
}

function kindText(type: Type): string {
  switch (type.kind) {
    case 'reference':
      return type.name;
    case 'enum':
      return type.values.map(({ value }) => JSON.stringify(value)).join(' or ');
    case 'union':
      return type.options.map(words).join(' or ');
    case 'intersection':
      return type.parts.map(words).join(' and ');
    case 'record':
    case 'map':
      return 'object';
    case 'never':
      return 'no value';
    case 'any':
    case 'condition':
      return 'any value';
    default:
      return type.kind;
  }
}

function containsText({ type, min = 1, max }: ContainedItems): string {
  return `${range(min, max).join(' and ')} of ${words(type)}`;
}

function otherText(what: 'properties' | 'items', type: Type): string {
  return type.kind === 'never' ? `no other ${what}` : `other ${what}: ${words(type)}`;
}

function objectBounds({
  minProperties,
  maxProperties,
  required = [],
  conditions = [],
  propertyNames,
  patterns = [],
}: MapType | RecordType): readonly string[] {
  const names = propertyNames === undefined ? [] : boundsOf(propertyNames);
  return [
    ...range(minProperties, maxProperties, 'property'),
    ...required.map((name) => `requires ${name}`),
    ...conditions.flatMap(conditionTexts),
    ...names.map((bound) => `each name ${bound}`),
    ...patterns.map(({ pattern, type }) => {
      return type.kind === 'any' ? `names that match ${pattern}` : `names that match ${pattern}: ${words(type)}`;
    }),
  ];
}

/** @param unit what is counted; absent for the number itself */
function range(
  least: number | undefined,
  most: number | undefined,
  unit?: Parameters<typeof countText>[1],
): readonly string[] {
  const counted = (count: number) => (unit === undefined ? String(count) : countText(count, unit));
  if (least !== undefined && least === most) return [`exactly ${counted(least)}`];
  return [
    ...(least === undefined ? [] : [`at least ${counted(least)}`]),
    ...(most === undefined ? [] : [`at most ${counted(most)}`]),
  ];
}
