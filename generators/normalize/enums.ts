/** Reads enums and constants. */
import { equal, get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import { isConstraint } from './constraint-keywords.js';
import type { EnumType, LiteralValue, Type } from '../ir/index.js';

/** Returns the type of `enum` or `const`. @returns undefined if a schema has neither */
export function enumOf(value: JsonObject): Type | undefined {
  const listed = get(value, 'enum');
  const constant = get(value, 'const');
  if (!isArray(listed) && constant === undefined) return undefined;
  const values = isArray(listed)
    ? listed.filter((one) => constant === undefined || equal(one, constant))
    : [constant ?? null];
  const plain = values.filter((one) => one !== null).map((one) => converted(one, get(value, 'type')));
  // An enum of nothing but null, which `isNullable` finds.
  if (plain.length === 0) return { kind: 'never' };
  // In published documents, `enum: [{}]` means an empty object.
  if (isArray(listed) && plain.every((one) => isObject(one) && Object.keys(one).length === 0))
    return { kind: 'record', bases: [], fields: [], closed: true };
  const type = enumType(value, plain);
  return type.of === 'boolean' && type.values.length === 2 ? { kind: 'boolean' } : type;
}

/** Returns an enum of these values, with the descriptions and the openness that the schema states. */
export function enumType(value: JsonObject, values: readonly Json[]): EnumType {
  const listed = get(value, 'enum');
  const [byValue, inOrder] = [get(value, 'x-enumDescriptions'), get(value, 'x-enum-descriptions')];
  const names = get(value, 'x-enum-varnames') ?? get(value, 'x-enumNames');
  const places = new Map<string, number>();
  for (const [at, one] of (isArray(listed) ? listed : []).entries())
    if (!places.has(String(one))) places.set(String(one), at);
  const describe = (entry: Json) => {
    const at = places.get(String(entry)) ?? -1;
    const description = isObject(byValue) ? get(byValue, String(entry)) : isArray(inOrder) ? inOrder[at] : undefined;
    return aboutValue(entry, isArray(names) ? names[at] : undefined, description);
  };
  return {
    kind: 'enum',
    of: typeOf(values),
    open: get(value, 'x-lading-open-enum') === true,
    values: distinct(values).map((entry) => {
      const description = describe(entry);
      return { value: entry as LiteralValue, ...(description !== '' && { description }) };
    }),
  };
}

/** The keywords beside a constant that constrain nothing further. */
const besideConstants = new Set(['const', 'enum', 'type', 'title', 'description', 'deprecated', '$comment']);

/**
 * Recognizes an enum whose values are constants with titles and descriptions of their own:
 * `oneOf: [{const: 1, title: Small}, {const: 2, title: Large}]`.
 */
export function enumOfConstants(value: JsonObject, options: readonly JsonObject[]): EnumType | undefined {
  const values = options.flatMap((option): EnumType['values'] => {
    const type = Object.keys(option).every((key) => besideConstants.has(key)) ? enumOf(option) : undefined;
    const [only] = type?.kind === 'enum' && type.values.length === 1 ? type.values : [];
    if (only === undefined || typeof only.value === 'object') return [];
    const description = aboutValue(only.value as Json, get(option, 'title'), get(option, 'description'));
    return [{ value: only.value, ...(description !== '' && { description }) }];
  });
  const type = enumType(
    value,
    values.map((one) => one.value as Json),
  );
  // The same constant twice is no value of a `oneOf`.
  const isWhole = options.length > 1 && values.length === options.length && type.values.length === values.length;
  return isWhole ? withValues(type, values) : undefined;
}

/** Returns the name and the description of a value as sentences; without a name that is the value itself. */
function aboutValue(value: Json, name: Json | undefined, description: Json | undefined): string {
  const [title, text] = [name, description].map((one) => (typeof one === 'string' ? one.trim() : ''));
  const isSaid = title === undefined || title.toLowerCase() === String(value).toLowerCase() || text?.startsWith(title);
  const shown = isSaid ? '' : title;
  const sentence = text && /[\p{L}\p{N}]$/u.test(shown) ? `${shown}.` : shown;
  return [sentence, text].filter(Boolean).join(' ');
}

/** Returns an enum with some of its values only. */
export function withValues(type: EnumType, values: EnumType['values']): EnumType {
  return { ...type, of: typeOf(values.map(({ value }) => value as Json)), values };
}

/**
 * Recognizes an open enum in its standard form: `anyOf: [{type: string, enum: […]}, {type: string}]`. Its values are those that
 * are strings, as of a closed one: a null makes the enum nullable.
 *
 * @param value the schema of the options, whose descriptions apply if the enum has none
 */
export function openEnum(value: JsonObject, options: readonly JsonObject[]): EnumType | undefined {
  const [first, second] = options;
  if (options.length !== 2 || first === undefined || second === undefined) return undefined;
  const [type, listed] = [get(first, 'type'), get(first, 'enum')];
  const isBare =
    get(second, 'type') === 'string' && Object.keys(second).every((key) => key === 'type' || !isConstraint(key));
  if (!isBare || !isArray(listed)) return undefined;
  const areStrings = (isArray(type) ? type : [type]).every((one) => one === 'string' || one === 'null');
  const values = listed
    .filter((one) => one !== null)
    .map((one) => converted(one, areStrings ? 'string' : type))
    .filter((one) => typeof one === 'string' || !areStrings);
  const isOpen = values.length > 0 && values.every((one) => typeof one === 'string');
  return isOpen ? { ...enumType({ ...value, ...first }, values), open: true } : undefined;
}

function typeOf(values: readonly Json[]): EnumType['of'] {
  if (values.every((value) => typeof value === 'string')) return 'string';
  if (values.every((value) => Number.isInteger(value))) return 'integer';
  if (values.every((value) => typeof value === 'number')) return 'number';
  return values.every((value) => typeof value === 'boolean') ? 'boolean' : 'mixed';
}

/** YAML reads `enum: [1, true]` as numbers and booleans, although the type says that they are strings; and vice versa. */
function converted(value: Json, type: Json | undefined): Json {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

function distinct(values: readonly Json[]): readonly Json[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    return !seen.has(text) && seen.add(text) !== undefined;
  });
}
