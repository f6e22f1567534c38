/** Values that fit a schema of the contract. */
import type {
  ArraySchema,
  Field,
  IntegerSchema,
  MapSchema,
  NumberSchema,
  ObjectSchema,
  PropertyConstraints,
  Schema,
  UnionSchema,
} from '@lading/runtime-wire';
import { exampleOf, type Examples } from './examples.js';
import { countFitting, fits } from './fits.js';
import { mergedParts, resolved, withoutNull } from './merged-parts.js';
import type { Random } from './random.js';
import { alphabets, matches, stringOf } from './strings.js';

/** The place of a value in a message: `form` is a multipart form, whose bytes are files; `url` a query, a path or a URL-encoded form. */
export type Place = 'body' | 'url' | 'form' | 'header';

/** What values are made of. */
export interface ValueOptions {
  /** The place in a message: in others than `body` there is no null, and no string that reads as a number. @default `'body'` */
  readonly place?: Place;
  /** The characters of strings without format and pattern. @default those that the place can carry, the unusual ones too */
  readonly alphabet?: readonly string[];
  /** The examples of schemas, which are taken if they fit. @default none */
  readonly examples?: Examples;
}

interface Context {
  readonly random: Random;
  readonly place: Place;
  readonly alphabet: readonly string[];
  readonly examples: Examples;
  /** Unions of which no value was found that fits one option only: no other one is sought, which would take ever longer where they nest. */
  readonly ambiguous: WeakSet<object>;
}

type Inner = (schema: Schema) => unknown;

/**
 * Returns a value that fits a schema. Equal arguments return equal values.
 *
 * @returns undefined if no value fits
 */
export function valueOf(schema: Schema, random: Random, options: ValueOptions = {}): unknown {
  const { place = 'body', alphabet = alphabets[place], examples = new Map() } = options;
  return valueIn(schema, { random, place, alphabet, examples, ambiguous: new WeakSet() }, 0);
}

/** From this depth on, optional properties are absent, and arrays are as short as they may be. */
const deepest = 5;
/** A schema that needs itself has no value; the value ends here. */
const bottom = 30;

function valueIn(schema: Schema, context: Context, depth: number): unknown {
  if (depth > bottom) return null;
  const { random, place } = context;
  const example = exampleOf(schema, schema, context.examples, random);
  if (example !== undefined) return example;
  const inner = (each: Schema) => valueIn(each, context, depth + 1);
  switch (schema.kind) {
    case 'string':
      return stringOf(schema, random, context.alphabet);
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'enum':
      return random.pick(schema.values);
    case 'array':
      return arrayOf(schema, context, depth);
    case 'map':
      return mapOf(schema, random, depth, inner);
    case 'object':
      return objectOf(schema, context, depth, inner);
    case 'nullable':
      return place === 'body' && (random.chance(0.2) || depth > deepest) ? null : inner(schema.of);
    case 'union':
      return distinctOf(schema, context, depth);
    case 'intersection':
      return inner(mergedParts(schema.parts.map(resolved)));
    case 'bytes':
      return place !== 'form' ? 'bytes' : new TextEncoder().encode(stringOf({}, random, alphabets.body));
    case 'any':
      return place === 'body' && depth < deepest ? random.pick([true, 7, 'text', { a: [1] }, ['b']]) : 'text';
    case 'condition':
      return inner(schema.then !== undefined && schema.then.kind !== 'never' ? schema.then : { kind: 'any' });
    case 'never':
      return undefined;
    case 'ref':
      return inner(schema.to());
  }
}

function numberOf(schema: IntegerSchema | NumberSchema, random: Random): number {
  const { kind, format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const whole = kind === 'integer' || multipleOf !== undefined;
  const step = multipleOf ?? (whole ? 1 : 0.5);
  const least = Math.max(
    minimum ?? -Infinity,
    exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + step / 2,
  );
  const most = Math.min(maximum ?? Infinity, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - step / 2);
  // Near zero, if possible: a limit may have more digits than a number of JavaScript.
  const usual = format.startsWith('uint') ? 0 : -50 * step;
  const start = Math.max(least, Math.min(usual, most - 100 * step));
  const first = Math.ceil(start / step);
  const last = Math.max(first, Math.floor(Math.min(most, start + 100 * step) / step));
  const number = (first + random.below(last - first + 1)) * step;
  // A product of a fraction has digits that the schema's limits do not have.
  const rounded = Number(number.toPrecision(12));
  return rounded < least || rounded > most ? (minimum ?? maximum ?? 0) : rounded + 0;
}

function arrayOf(schema: ArraySchema, context: Context, depth: number): unknown[] {
  const { items, min = 0, max = Infinity, prefix = [], unique } = schema;
  const { random, place } = context;
  const usual = depth > deepest ? 0 : place === 'body' ? random.below(3) : 1 + random.below(3);
  const isClosed = items.kind === 'never';
  const length = isClosed ? Math.max(min, prefix.length) : Math.min(max, Math.max(min, prefix.length, usual));
  const valueAt = (index: number) => valueIn(prefix[index] ?? items, context, depth + 1);
  const values = Array.from({ length }, (_, index) => valueAt(index)).filter((value) => value !== undefined);
  if (unique !== true) return values;
  const distinct = new Map(values.map((value): [string, unknown] => [JSON.stringify(value), value]));
  for (let attempt = 0; distinct.size < min && attempt < attempts; attempt += 1) {
    const value = valueAt(prefix.length);
    distinct.set(JSON.stringify(value), value);
  }
  return [...distinct.values()];
}

/** How often another value is made if one does not fit. */
const attempts = 50;

function mapOf(schema: MapSchema, random: Random, depth: number, inner: Inner): object {
  const { values, minProperties = 0, maxProperties = Infinity } = schema;
  const usual = depth > deepest ? 0 : random.below(3);
  const count = Math.min(maxProperties, Math.max(minProperties, usual));
  return Object.fromEntries(freeEntries({ ...schema, rest: values }, count, random, inner));
}

/** Returns properties whose names are data. */
function freeEntries(
  { keys, patterns = [], rest }: PropertyConstraints & { readonly rest: Schema },
  count: number,
  random: Random,
  inner: Inner,
): ReadonlyMap<string, unknown> {
  const entries = new Map<string, unknown>();
  const isClosed = rest.kind === 'never';
  if (isClosed && patterns.length === 0) return entries;
  for (let attempt = 0; entries.size < count && attempt < attempts; attempt += 1) {
    const [pattern] = patterns.length === 0 ? [] : random.pick(patterns);
    const byPattern = pattern !== undefined && (isClosed || random.chance(0.5));
    const key = byPattern
      ? stringOf({ pattern }, random, alphabets.name)
      : keys === undefined
        ? `key${entries.size}`
        : inner(keys);
    const name = String(key);
    const schema = patterns.find(([one]) => matches(one, name))?.[1] ?? rest;
    const value = inner(schema);
    if (value !== undefined) entries.set(name, value);
  }
  return entries;
}

function objectOf(
  schema: ObjectSchema,
  { random, examples }: Context,
  depth: number,
  inner: Inner,
): object | undefined {
  const { fields: declared, required = [], rest = { kind: 'never' }, ...names } = schema;
  const { minProperties = 0, maxProperties = Infinity } = schema;
  const chance = depth > deepest ? 0 : depth > 2 ? 0.3 : 0.7;
  // Not an object: a property may have the name `__proto__`.
  const entries = new Map<string, unknown>();
  const undeclared = required
    .filter((name) => !(name in declared))
    .map((name): [string, Field] => [name, { schema: { kind: 'any' }, required: true }]);
  const all = [...Object.entries(declared), ...undeclared];
  const add = (some: typeof all) => {
    for (const [name, field] of some) {
      const { schema, required } = field;
      if (entries.has(name) || (!required && entries.size >= maxProperties)) continue;
      const value = exampleOf(field, schema, examples, random) ?? inner(schema);
      // Nothing matches some patterns: ` ^a`.
      if (value !== undefined && (required || matchesOwn(schema, value))) entries.set(name, value);
    }
  };
  const needed = all.filter(([, { required }]) => required);
  add(needed);
  // Nothing fits a property that must be there.
  if (needed.some(([name]) => !entries.has(name))) return undefined;
  add(all.filter(([, { required }]) => !required && random.chance(chance)));
  if (entries.size < minProperties) add(all);
  const missing = minProperties - entries.size;
  const usual = entries.size < maxProperties && random.chance(chance) ? random.below(3) : 0;
  for (const [name, value] of freeEntries({ ...names, rest }, Math.max(missing, usual), random, inner))
    if (!entries.has(name)) entries.set(name, value);
  return Object.fromEntries(entries);
}

/** Whether a string matches the pattern of its schema. */
function matchesOwn(schema: Schema, value: unknown): boolean {
  const bare = withoutNull(schema);
  return bare.kind !== 'string' || typeof value !== 'string' || matches(bare.pattern ?? '', value);
}

/** A value of a union: of `oneOf` one that fits one option only, and outside of JSON one that has no other meaning. */
function distinctOf(schema: UnionSchema, context: Context, depth: number): unknown {
  const { random, place, ambiguous } = context;
  const isExclusive = schema.exclusive === true && schema.discriminator === undefined;
  const isDistinct = (value: unknown) =>
    (place === 'body' || !isAmbiguous(value, schema)) && (!isExclusive || countFitting(value, schema.options) === 1);
  let value = unionOf(schema, context, depth);
  const more = ambiguous.has(schema.options) ? 0 : attempts;
  for (let attempt = 0; attempt < more && !isDistinct(value); attempt += 1) {
    const other = isExclusive && place === 'body' ? unlikeOthers(value, schema, random) : value;
    if (isDistinct(other)) return other;
    value = unionOf(schema, context, depth);
  }
  if (depth <= deepest && !isDistinct(value)) ambiguous.add(schema.options);
  return value;
}

/** An object with properties that the option which it fits does not declare, and whose values other options exclude. */
function unlikeOthers(value: unknown, { options }: UnionSchema, random: Random): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fitting = options.filter((option) => fits(value, option));
  if (fitting.length === 0) return value;
  const own = random.pick(fitting);
  let distinct: object = value;
  for (const other of options) {
    if (other === own || !fits(distinct, other)) continue;
    const names = Object.keys(objectIn(other)?.fields ?? {}).filter((name) => !(name in distinct));
    const changed = names.flatMap((name) => [true, 7, 'text', ['b']].map((each) => ({ ...distinct, [name]: each })));
    distinct = changed.find((each) => fits(each, own) && !fits(each, other)) ?? distinct;
  }
  return distinct;
}

/** Whether a value looks like another one, which the schema allows, too: an array of one item like the item, and a number like a string. */
function isAmbiguous(value: unknown, { options }: UnionSchema): boolean {
  const kinds = options.map((option) => withoutNull(option).kind);
  if (Array.isArray(value)) return value.length === 1 && kinds.some((kind) => kind !== 'array');
  if (typeof value === 'string')
    return isNumeric(value) && kinds.some((kind) => kind === 'integer' || kind === 'number');
  return typeof value !== 'object' && kinds.includes('string');
}

function isNumeric(text: string): boolean {
  return text.trim() !== '' && !Number.isNaN(Number(text));
}

function unionOf({ options, discriminator }: UnionSchema, context: Context, depth: number): unknown {
  const { random } = context;
  const possible = options.map((option, index) => ({ option, index })).filter(({ option }) => option.kind !== 'never');
  // At depth, the simplest option ends the recursion.
  const simple = possible.filter(
    ({ option }) => !['object', 'array', 'intersection', 'union'].includes(resolved(option).kind),
  );
  if (possible.length === 0) return undefined;
  const { option, index } = random.pick(depth > deepest && simple.length > 0 ? simple : possible);
  const value =
    exampleOf(resolved(option), option, context.examples, random) ??
    valueIn(withoutEmpty(withoutOthers(option, options)), context, depth + 1);
  if (discriminator === undefined || typeof value !== 'object' || value === null) return value;
  const names = Object.entries(discriminator.options).flatMap(([name, at]) => (at === index ? [name] : []));
  const current = (value as Readonly<Record<string, unknown>>)[discriminator.property];
  // An option without a name may have all names: then the name tells another option.
  const named = options[discriminator.options[String(current)] ?? index];
  if (names.length === 0 && named !== undefined && named !== option)
    return { ...(valueIn(named, context, depth + 1) as object), [discriminator.property]: current };
  return names.length === 0 || names.includes(String(current))
    ? value
    : { ...value, [discriminator.property]: random.pick(names) };
}

/** An option of an object with its constants, and without what other options require, which `oneOf` may not have too. */
function withoutOthers(option: Schema, options: readonly Schema[]): Schema {
  const bare = objectIn(option);
  if (bare === undefined) return option;
  const isOwn = (name: string) => bare.fields[name]?.required === true;
  const names = options.flatMap((other) => {
    const fields = Object.entries(other === option ? {} : (objectIn(other)?.fields ?? {}));
    return fields.find(([name, { required }]) => required && !isOwn(name))?.[0] ?? [];
  });
  const fields = Object.entries(bare.fields).filter(([name]) => !names.includes(name));
  const distinct = fields.map(([name, field]): [string, Field] => [
    name,
    isConstant(field.schema) ? { ...field, required: true } : field,
  ]);
  return { ...bare, fields: Object.fromEntries(distinct) };
}

/** Whether a property tells the options of a union apart. */
function isConstant(schema: Schema): boolean {
  const bare = resolved(schema);
  return bare.kind === 'enum' && bare.values.length === 1;
}

function objectIn(schema: Schema): ObjectSchema | undefined {
  const bare = resolved(schema);
  const merged = bare.kind === 'intersection' ? mergedParts(bare.parts.map(resolved)) : bare;
  return merged.kind === 'object' ? merged : undefined;
}

/** An object without properties fits every option of a union that requires none, which is one too many for `oneOf`. */
function withoutEmpty(option: Schema): Schema {
  const bare = resolved(option);
  const isMaybeEmpty =
    bare.kind === 'object' && Object.keys(bare.fields).length > 0 && bare.maxProperties === undefined;
  return isMaybeEmpty ? { ...bare, minProperties: Math.max(1, bare.minProperties ?? 0) } : option;
}
