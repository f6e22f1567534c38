/** Whether values fit schemas: an implementation of its own, so that no generated server judges the values that it is sent. */
import type { ArraySchema, NumberOptions, ObjectSchema, Schema, UnionSchema } from '@lading/runtime-wire';
import { withoutNull } from './merged-parts.js';
import { ranges } from './random.js';
import { hasFormat, matches } from './strings.js';

/** Whether a value fits a schema. Of the formats, those are read of which generated servers refuse other strings. */
export function fits(value: unknown, schema: Schema): boolean {
  switch (schema.kind) {
    case 'string': {
      const { minLength = 0, maxLength = Infinity, pattern, format = '' } = schema;
      if (typeof value !== 'string' || !isWithin([...value].length, minLength, maxLength)) return false;
      return hasFormat(format, value) && (pattern === undefined || matches(pattern, value));
    }
    case 'integer':
      return Number.isInteger(value) && isInLimits(value as number, schema);
    case 'number':
      return typeof value === 'number' && isInLimits(value, schema);
    case 'boolean':
      return typeof value === 'boolean';
    case 'enum':
      return schema.values.some((each) => (schema.open ? typeof each === typeof value : isEqual(each, value)));
    case 'array':
      return fitsArray(value, schema);
    case 'map':
      return isObject(value) && fitsProperties(value, { ...schema, kind: 'object', fields: {}, rest: schema.values });
    case 'object':
      return isObject(value) && fitsProperties(value, schema);
    case 'nullable':
      return value === null || fits(value, schema.of);
    case 'union': {
      const count = countFitting(value, schema.options);
      return schema.exclusive === true ? count === 1 : count > 0;
    }
    case 'intersection':
      return schema.parts.every((part) => fits(value, part));
    case 'bytes':
      return typeof value === 'string' || value instanceof Uint8Array || value instanceof Blob;
    case 'any':
      return true;
    case 'condition': {
      const branch = fits(value, schema.if) ? schema.then : schema.else;
      return branch === undefined || fits(value, branch);
    }
    case 'never':
      return false;
    case 'ref':
      return fits(value, schema.to());
  }
}

/** How many options of a union a value fits. */
export function countFitting(value: unknown, options: readonly Schema[]): number {
  return options.filter((option) => fits(value, option)).length;
}

function isInLimits(number: number, options: NumberOptions): boolean {
  const { format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = options;
  const [smallest, largest] = ranges[format] ?? [-Infinity, Infinity];
  const quotient = number / (multipleOf ?? number);
  return (
    isWithin(number, smallest, largest) &&
    isWithin(number, minimum ?? -Infinity, maximum ?? Infinity) &&
    number > (exclusiveMinimum ?? -Infinity) &&
    number < (exclusiveMaximum ?? Infinity) &&
    (multipleOf === undefined || Math.abs(quotient - Math.round(quotient)) < 1e-9)
  );
}

function fitsArray(value: unknown, schema: ArraySchema): boolean {
  const { items, min = 0, max = Infinity, prefix = [], unique, contains } = schema;
  if (!isArray(value) || !isWithin(value.length, min, max)) return false;
  const found = contains === undefined ? 1 : value.filter((item) => fits(item, contains.schema)).length;
  return (
    isWithin(found, contains?.min ?? 1, contains?.max ?? Infinity) &&
    value.every((item, index) => fits(item, prefix[index] ?? items)) &&
    (unique !== true || value.every((item, index) => !value.slice(0, index).some((one) => isEqual(one, item))))
  );
}

function fitsProperties(value: JsonObject, schema: ObjectSchema): boolean {
  const { fields, required = [], rest, closed, keys, patterns = [], ...limits } = schema;
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  const needed = [...required, ...Object.keys(fields).filter((name) => fields[name]?.required === true)];
  const other: Schema | undefined = rest ?? (closed === true ? { kind: 'never' } : undefined);
  return (
    isWithin(names.length, limits.minProperties ?? 0, limits.maxProperties ?? Infinity) &&
    needed.every((name) => names.includes(name)) &&
    names.every((name) => {
      const own = Object.hasOwn(fields, name) ? fields[name]?.schema : undefined;
      const named = [
        ...(own === undefined ? [] : [own]),
        ...patterns.flatMap(([pattern, schema]) => (matches(pattern, name) ? [schema] : [])),
      ];
      const all = named.length === 0 && other !== undefined ? [other] : named;
      return (keys === undefined || fits(name, keys)) && all.every((schema) => fits(value[name], schema));
    })
  );
}

function isWithin(number: number, minimum: number, maximum: number): boolean {
  return number >= minimum && number <= maximum;
}

type JsonObject = Readonly<Record<string, unknown>>;

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

/** Whether two JSON values are equal. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return (
    mine.length === theirs.size && mine.every(([name, value]) => theirs.has(name) && isEqual(value, theirs.get(name)))
  );
}

/** Whether a value looks like another one, which the schema allows, too: an array of one item like the item, and a number like a string. */
export function isAmbiguous(value: unknown, { options }: UnionSchema): boolean {
  const kinds = options.map((option) => withoutNull(option).kind);
  if (Array.isArray(value)) return value.length === 1 && kinds.some((kind) => kind !== 'array');
  if (typeof value === 'string')
    return isNumeric(value) && kinds.some((kind) => kind === 'integer' || kind === 'number');
  return typeof value !== 'object' && kinds.includes('string');
}

function isNumeric(text: string): boolean {
  return text.trim() !== '' && !Number.isNaN(Number(text));
}
