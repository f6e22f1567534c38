/** Values that fit a schema of the contract. */
import { countFitting, fits } from './fits.mjs';
import { mergedParts } from './merged-parts.mjs';
import { resolved, withoutNull } from './resolved.mjs';
import { alphabets, matches, stringOf } from './strings.mjs';

/**
 * @typedef {import('@lading/runtime-wire').Schema} Schema
 * @typedef {import('./random.mjs').Random} Random
 * @typedef {'body' | 'url' | 'form' | 'header'} Place
 */

/** From this depth on, optional properties are absent, and arrays are as short as they may be. */
const deepest = 5;
/** A schema that needs itself has no value; the value ends here. */
const bottom = 30;

/** @param {Schema} schema @param {Random} random @param {Place} [place] @param {number} [depth] @returns {unknown} */
export function valueOf(schema, random, place = 'body', depth = 0) {
  if (depth > bottom) return null;
  const inner = (/** @type {Schema} */ each) => valueOf(each, random, place, depth + 1);
  switch (schema.kind) {
    case 'string':
      return stringOf(schema, random, alphabets[place]);
    case 'integer':
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'enum':
      return random.pick(schema.values);
    case 'array':
      return arrayOf(schema, random, place, depth);
    case 'map':
      return mapOf(schema, random, depth, inner);
    case 'object':
      return objectOf(schema, random, depth, inner);
    case 'nullable':
      return place === 'body' && (random.chance(0.2) || depth > deepest) ? null : inner(schema.of);
    case 'union':
      return distinctOf(schema, random, place, depth);
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

/** @param {Schema & { kind: 'integer' | 'number' }} schema @param {Random} random */
function numberOf({ kind, format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }, random) {
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

/** @param {Schema & { kind: 'array' }} schema @param {Random} random @param {Place} place @param {number} depth */
function arrayOf({ items, min = 0, max = Infinity, prefix = [], unique }, random, place, depth) {
  const usual = depth > deepest ? 0 : place === 'body' ? random.below(3) : 1 + random.below(3);
  const isClosed = items.kind === 'never';
  const length = isClosed ? Math.max(min, prefix.length) : Math.min(max, Math.max(min, prefix.length, usual));
  const valueAt = (/** @type {number} */ index) => valueOf(prefix[index] ?? items, random, place, depth + 1);
  const values = Array.from({ length }, (_, index) => valueAt(index)).filter((value) => value !== undefined);
  if (unique !== true) return values;
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
  for (let attempt = 0; distinct.size < min && attempt < attempts; attempt += 1) {
    const value = /** @type {{} | null} */ (valueAt(prefix.length));
    distinct.set(JSON.stringify(value), value);
  }
  return [...distinct.values()];
}

/** How often another value is made if one does not fit. */
const attempts = 50;

/** @param {Schema & { kind: 'map' }} schema @param {Random} random @param {number} depth @param {(schema: Schema) => unknown} inner */
function mapOf(schema, random, depth, inner) {
  const { values, minProperties = 0, maxProperties = Infinity } = schema;
  const usual = depth > deepest ? 0 : random.below(3);
  const count = Math.min(maxProperties, Math.max(minProperties, usual));
  return Object.fromEntries(freeEntries({ ...schema, rest: values }, count, random, inner));
}

/**
 * Returns properties whose names are data.
 * @param {import('@lading/runtime-wire').PropertyConstraints & { readonly rest: Schema }} schema
 * @param {number} count @param {Random} random @param {(schema: Schema) => unknown} inner
 */
function freeEntries({ keys, patterns = [], rest }, count, random, inner) {
  /** @type {Map<string, unknown>} */
  const entries = new Map();
  const isClosed = rest.kind === 'never';
  if (isClosed && patterns.length === 0) return entries;
  for (let attempt = 0; entries.size < count && attempt < attempts; attempt += 1) {
    const [pattern] = random.pick(patterns) ?? [];
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

/** @param {Schema & { kind: 'object' }} schema @param {Random} random @param {number} depth @param {(schema: Schema) => unknown} inner */
function objectOf(
  { fields: declared, required = [], rest = { kind: 'never' }, minProperties = 0, maxProperties = Infinity, ...names },
  random,
  depth,
  inner,
) {
  const chance = depth > deepest ? 0 : depth > 2 ? 0.3 : 0.7;
  /** @type {Map<string, unknown>} Not an object: a property may have the name `__proto__`. */
  const entries = new Map();
  const undeclared = required
    .filter((name) => !(name in declared))
    .map((name) => [name, { schema: { kind: 'any' }, required: true }]);
  const all = /** @type {[string, import('@lading/runtime-wire').Field][]} */ ([
    ...Object.entries(declared),
    ...undeclared,
  ]);
  const add = (/** @type {typeof all} */ some) => {
    for (const [name, { schema, required }] of some) {
      if (entries.has(name) || (!required && entries.size >= maxProperties)) continue;
      const value = inner(schema);
      // Nothing matches some patterns: ` ^a`.
      if (value !== undefined && (required || matchesOwn(schema, value))) entries.set(name, value);
    }
  };
  add(all.filter(([, { required }]) => required));
  add(all.filter(([, { required }]) => !required && random.chance(chance)));
  if (entries.size < minProperties) add(all);
  const missing = minProperties - entries.size;
  const usual = entries.size < maxProperties && random.chance(chance) ? random.below(3) : 0;
  for (const [name, value] of freeEntries({ ...names, rest }, Math.max(missing, usual), random, inner))
    if (!entries.has(name)) entries.set(name, value);
  return Object.fromEntries(entries);
}

/** Whether a text matches the pattern of its schema. @param {Schema} schema @param {unknown} value */
function matchesOwn(schema, value) {
  const bare = withoutNull(schema);
  return bare.kind !== 'string' || typeof value !== 'string' || matches(bare.pattern ?? '', value);
}

/** Unions of which no value was found that fits one option only: no other one is sought, which would take ever longer where they nest. @type {WeakSet<object>} */
const ambiguous = new WeakSet();

/**
 * A value of a union: of `oneOf` one that fits one option only, and outside of JSON one that has no other meaning.
 * @param {Schema & { kind: 'union' }} schema @param {Random} random @param {Place} place @param {number} depth
 */
function distinctOf(schema, random, place, depth) {
  const isExclusive = schema.exclusive === true && schema.discriminator === undefined;
  const isDistinct = (/** @type {unknown} */ value) =>
    (place === 'body' || !isAmbiguous(value, schema)) && (!isExclusive || countFitting(value, schema.options) === 1);
  let value = unionOf(schema, random, place, depth);
  const more = ambiguous.has(schema.options) ? 0 : attempts;
  for (let attempt = 0; attempt < more && !isDistinct(value); attempt += 1) {
    const other = isExclusive && place === 'body' ? unlikeOthers(value, schema, random) : value;
    if (isDistinct(other)) return other;
    value = unionOf(schema, random, place, depth);
  }
  if (depth <= deepest && !isDistinct(value)) ambiguous.add(schema.options);
  return value;
}

/**
 * An object with properties that the option which it fits does not declare, and whose values other options exclude.
 * @param {unknown} value @param {Schema & { kind: 'union' }} schema @param {Random} random
 */
function unlikeOthers(value, { options }, random) {
  if (typeof value !== 'object' || value === null) return value;
  const own = random.pick(options.filter((option) => fits(value, option)));
  if (own === undefined) return value;
  let distinct = value;
  for (const other of options) {
    if (other === own || !fits(distinct, other)) continue;
    const names = Object.keys(objectIn(other)?.fields ?? {}).filter((name) => !(name in distinct));
    const changed = names.flatMap((name) => [true, 7, 'text', ['b']].map((each) => ({ ...distinct, [name]: each })));
    distinct = changed.find((each) => fits(each, own) && !fits(each, other)) ?? distinct;
  }
  return distinct;
}

/**
 * Whether a value looks like another one, which the schema allows, too: an array of one item like the item, and a number like a text.
 * @param {unknown} value @param {Schema & { kind: 'union' }} schema
 */
function isAmbiguous(value, { options }) {
  const kinds = options.map((option) => withoutNull(option).kind);
  if (Array.isArray(value)) return value.length === 1 && kinds.some((kind) => kind !== 'array');
  if (typeof value === 'string')
    return isNumeric(value) && kinds.some((kind) => kind === 'integer' || kind === 'number');
  return typeof value !== 'object' && kinds.includes('string');
}

/** @param {string} text */
function isNumeric(text) {
  return text.trim() !== '' && !Number.isNaN(Number(text));
}

/** @param {Schema & { kind: 'union' }} schema @param {Random} random @param {Place} place @param {number} depth */
function unionOf({ options, discriminator }, random, place, depth) {
  const possible = options.map((option, index) => ({ option, index })).filter(({ option }) => option.kind !== 'never');
  // At depth, the simplest option ends the recursion.
  const simple = possible.filter(
    ({ option }) => !['object', 'array', 'intersection', 'union'].includes(resolved(option).kind),
  );
  const { option, index } = random.pick(depth > deepest && simple.length > 0 ? simple : possible) ?? {
    option: { kind: 'any' },
    index: 0,
  };
  const value = valueOf(withoutEmpty(withoutOthers(option, options)), random, place, depth + 1);
  if (discriminator === undefined || typeof value !== 'object' || value === null) return value;
  const names = Object.entries(discriminator.options).flatMap(([name, at]) => (at === index ? [name] : []));
  const current = /** @type {Record<string, unknown>} */ (value)[discriminator.property];
  // An option without a name may have all names: then the name tells another option.
  const named = options[discriminator.options[String(current)] ?? index];
  if (names.length === 0 && named !== undefined && named !== option)
    return { .../** @type {object} */ (valueOf(named, random, place, depth + 1)), [discriminator.property]: current };
  return names.length === 0 || names.includes(String(current))
    ? value
    : { ...value, [discriminator.property]: random.pick(names) };
}

/** An option of an object with its constants, and without what other options require, which `oneOf` may not have too. @param {Schema} option @param {readonly Schema[]} options @returns {Schema} */
function withoutOthers(option, options) {
  const bare = objectIn(option);
  if (bare === undefined) return option;
  const isOwn = (/** @type {string} */ name) => bare.fields[name]?.required === true;
  const names = options.flatMap((other) => {
    const fields = Object.entries(other === option ? {} : (objectIn(other)?.fields ?? {}));
    return fields.find(([name, { required }]) => required && !isOwn(name))?.[0] ?? [];
  });
  const fields = Object.entries(bare.fields).filter(([name]) => !names.includes(name));
  const distinct = fields.map(([name, field]) => [
    name,
    isConstant(field.schema) ? { ...field, required: true } : field,
  ]);
  return { ...bare, fields: Object.fromEntries(distinct) };
}

/** Whether a property tells the options of a union apart. @param {Schema} schema */
function isConstant(schema) {
  const bare = resolved(schema);
  return bare.kind === 'enum' && bare.values.length === 1;
}

/** @param {Schema} schema */
function objectIn(schema) {
  const bare = resolved(schema);
  const merged = bare.kind === 'intersection' ? mergedParts(bare.parts.map(resolved)) : bare;
  return merged.kind === 'object' ? merged : undefined;
}

/** An object without properties fits every option of a union that requires none, which is one too many for `oneOf`. @param {Schema} option @returns {Schema} */
function withoutEmpty(option) {
  const bare = resolved(option);
  const isMaybeEmpty =
    bare.kind === 'object' && Object.keys(bare.fields).length > 0 && bare.maxProperties === undefined;
  return isMaybeEmpty ? { ...bare, minProperties: Math.max(1, bare.minProperties ?? 0) } : option;
}
