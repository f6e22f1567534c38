/** Whether a constant of a document fits a type. */
import { equal, isArray, isObject, type Json } from '../document/index.js';
import type { IntegerType, LiteralValue, NumberType, StringType, Type } from '../ir/index.js';

/** Returns undefined if the type alone does not tell. */
export function fitsType(value: LiteralValue, type: Type): boolean | undefined {
  if (value === null && type.nullable) return true;
  switch (type.kind) {
    case 'string':
      return typeof value === 'string' && fitsString(value, type);
    case 'integer':
    case 'number':
      return typeof value === 'number' && fitsNumber(value, type);
    case 'boolean':
      return typeof value === 'boolean';
    case 'enum':
      return type.open ? undefined : type.values.some((one) => equal(one.value as Json, value as Json));
    case 'array':
      return isArray(value as Json) ? undefined : false;
    case 'map':
    case 'record':
      return isObject(value as Json) ? undefined : false;
    case 'any':
      return true;
    case 'bytes':
      return typeof value === 'string';
    case 'never':
      return false;
    case 'condition': {
      const isTested = fitsType(value, type.if);
      const then = isTested === undefined ? undefined : isTested ? type.then : type.else;
      return isTested === undefined ? undefined : then === undefined || fitsType(value, then);
    }
    case 'union': {
      const all = type.options.map((option) => fitsType(value, option));
      const count = all.filter((one) => one).length;
      if (all.includes(undefined)) return undefined;
      return type.exclusive ? count === 1 : count > 0;
    }
    case 'intersection': {
      if (type.unevaluatedProperties ?? type.unevaluatedItems) return undefined;
      const all = type.parts.map((part) => fitsType(value, part));
      return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
    }
    default:
      return undefined;
  }
}

function fitsString(text: string, { minLength = 0, maxLength = Infinity, pattern, format }: StringType) {
  const length = [...text].length;
  if (length < minLength || length > maxLength) return false;
  // Servers test patterns, in linear time; one of a document could take forever here.
  return pattern === undefined && format === undefined ? true : undefined;
}

function fitsNumber(value: number, type: IntegerType | NumberType): boolean | undefined {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = type;
  if (type.kind === 'integer' && !Number.isInteger(value)) return false;
  if (type.kind === 'integer' && type.sentinels?.includes(value)) return true;
  if (value < minimum || value > maximum || value <= exclusiveMinimum || value >= exclusiveMaximum) return false;
  return type.multipleOf === undefined || Number.isInteger(value / type.multipleOf) ? true : undefined;
}
