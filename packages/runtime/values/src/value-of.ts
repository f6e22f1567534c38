/** Values that fit a schema of the contract. */
import type { ArraySchema, Field, ObjectSchema, PropertyConstraints, Schema, UnionSchema } from '@lading/runtime-wire';
import { exampleOf, type Examples } from './examples.js';
import { countFitting, fits, isAmbiguous, isEqual } from './fits.js';
import { heightOf } from './height-of.js';
import { mergedParts, objectIn, resolved, withoutEmpty, withoutNull, withoutOthers } from './merged-parts.js';
import { numberOf, type Random } from './random.js';
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

/** From this depth on, optional properties are absent, arrays are as short as they may be, and unions have the option of the least height. */
const deepest = 5;
/** Below this depth, there is no value. Only limits that heights leave out lead there, such as a minimum of optional properties. */
const bottom = 30;

function valueIn(schema: Schema, context: Context, depth: number): unknown {
  if (depth > bottom || heightOf(schema) === Infinity) return undefined;
  const { random, place } = context;
  const example = exampleOf(schema, schema, context.examples, random);
  if (example !== undefined) return example;
  const inner = (each: Schema) => valueIn(each, context, depth + 1);
  switch (schema.kind) {
    case 'string':
      return (schema.minLength ?? 0) > (schema.maxLength ?? Infinity)
        ? undefined
        : stringOf(schema, random, context.alphabet);
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
      return objectOf({ ...schema, kind: 'object', fields: {}, rest: schema.values }, context, depth, inner);
    case 'object':
      return objectOf(schema, context, depth, inner);
    case 'nullable':
      if (place !== 'body' && depth < bottom) return inner(schema.of);
      return random.chance(0.2) || depth > deepest ? null : (inner(schema.of) ?? null);
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

function arrayOf(schema: ArraySchema, context: Context, depth: number): unknown[] | undefined {
  const { items, min = 0, max = Infinity, prefix = [], unique } = schema;
  const { random, place } = context;
  const usual = depth > deepest ? 0 : place === 'body' ? random.below(3) : 1 + random.below(3);
  const isClosed = items.kind === 'never';
  const length = isClosed ? Math.max(min, prefix.length) : Math.min(max, Math.max(min, prefix.length, usual));
  const valueAt = (index: number) => valueIn(prefix[index] ?? items, context, depth + 1);
  const values = Array.from({ length }, (_, index) => valueAt(index)).filter((value) => value !== undefined);
  const whole = (all: unknown[]) => (all.length < min ? undefined : containing(all, schema, context, depth));
  if (unique !== true) return whole(values);
  const distinct = new Map(values.map((value): [string, unknown] => [JSON.stringify(value), value]));
  for (let attempt = 0; distinct.size < min && attempt < attempts; attempt += 1) {
    const value = valueAt(prefix.length);
    if (value !== undefined) distinct.set(JSON.stringify(value), value);
  }
  return whole([...distinct.values()]);
}

/** Adds the items that an array has to contain, and removes or replaces those of which it has too many. */
function containing(values: unknown[], schema: ArraySchema, context: Context, depth: number): unknown[] {
  const { items, min = 0, max = Infinity, prefix = [], unique, contains } = schema;
  if (contains === undefined) return values;
  const { min: least = 1, max: most = Infinity } = contains;
  const isFound = (value: unknown) => fits(value, contains.schema);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const count = values.filter(isFound).length;
    if (count >= least && count <= most) break;
    const isMissing = count < least;
    const last = values.findLastIndex((value) => isFound(value) !== isMissing);
    if (!isMissing && last >= prefix.length && values.length > min) {
      values.splice(last, 1);
      continue;
    }
    const index = isMissing && items.kind !== 'never' && values.length < max ? values.length : last;
    const own = prefix[index] ?? items;
    const wanted: Schema = isMissing ? mergedParts([resolved(own), resolved(contains.schema)]) : own;
    const value = index < 0 ? undefined : valueIn(wanted, context, depth + 1);
    if (value !== undefined && !(unique === true && values.some((one) => isEqual(one, value)))) values[index] = value;
  }
  return values;
}

const anything: Schema = { kind: 'any' };

/** How often another value is made if one does not fit. */
const attempts = 50;

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
    const value = inner(schemaOf(name, { patterns }) ?? rest);
    if (value !== undefined) entries.set(name, value);
  }
  return entries;
}

/** The schema that a pattern gives to a property that is not declared. */
function schemaOf(name: string, { patterns = [] }: Pick<PropertyConstraints, 'patterns'>): Schema | undefined {
  return patterns.find(([pattern]) => matches(pattern, name))?.[1];
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
    .filter((name) => !Object.hasOwn(declared, name))
    .map((name): [string, Field] => [
      name,
      { schema: schemaOf(name, schema) ?? schema.rest ?? { kind: 'any' }, required: true },
    ]);
  const all = [...Object.entries(declared), ...undeclared];
  const isNeeded = (name: string, field: Field) => field.required || required.includes(name);
  const add = (some: typeof all, most = maxProperties) => {
    for (const [name, field] of some) {
      const { schema } = field;
      const isOptional = !isNeeded(name, field);
      if (entries.has(name) || (isOptional && entries.size >= most)) continue;
      const value = exampleOf(field, schema, examples, random) ?? inner(schema);
      // Nothing matches some patterns: ` ^a`.
      if (value !== undefined && (!isOptional || fitsOwn(schema, value))) entries.set(name, value);
    }
  };
  const needed = all.filter(([name, field]) => isNeeded(name, field));
  add(needed);
  // Nothing fits a property that must be there.
  if (needed.some(([name]) => !entries.has(name))) return undefined;
  add(all.filter(([name, field]) => !isNeeded(name, field) && random.chance(chance)));
  if (entries.size < minProperties) {
    if (depth <= deepest) add(all);
    else
      add(
        all.toSorted(([, one], [, other]) => heightOf(one.schema) - heightOf(other.schema)),
        minProperties,
      );
  }
  const missing = minProperties - entries.size;
  const isMap = all.length === 0 && depth <= deepest;
  const usual = isMap || random.chance(chance) ? Math.min(random.below(3), maxProperties - entries.size) : 0;
  // What is not declared is allowed, unless the object is closed.
  const others = missing > 0 && schema.rest === undefined && schema.closed !== true ? anything : rest;
  for (const [name, value] of freeEntries({ ...names, rest: others }, Math.max(missing, usual), random, inner))
    if (!entries.has(name)) entries.set(name, value);
  return entries.size < minProperties || entries.size > maxProperties ? undefined : Object.fromEntries(entries);
}

/** Whether a string fits its schema. */
function fitsOwn(schema: Schema, value: unknown): boolean {
  return typeof value !== 'string' || withoutNull(schema).kind !== 'string' || fits(value, schema);
}

/** A value of a union: of `oneOf` one that fits one option only, and outside of JSON one that has no other meaning. */
function distinctOf(schema: UnionSchema, context: Context, depth: number): unknown {
  const { random, place, ambiguous } = context;
  const isExclusive = schema.exclusive === true;
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

function unionOf({ options, discriminator }: UnionSchema, context: Context, depth: number): unknown {
  const { random } = context;
  const possible = options
    .map((option, index) => ({ option, index }))
    .filter(({ option }) => heightOf(option) < Infinity);
  // At depth, the lowest option ends the recursion.
  const least = Math.min(...possible.map(({ option }) => heightOf(option)));
  const lowest = possible.filter(({ option }) => heightOf(option) === least);
  if (possible.length === 0) return undefined;
  const { option, index } = random.pick(depth > deepest ? lowest : possible);
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
