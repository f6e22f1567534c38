/** Generates values that match a schema, and single changes that make them invalid. */
import type { GeneratorValue } from 'fast-check';
import fc from 'fast-check';
import type { ObjectSchema, Schema } from '@lading/runtime-wire';
import { breaks, target, without, type FieldValues } from './rules.js';

/** Generates a value; undefined if the rules between fields make a valid one hard to find. */
export function valueOf(schema: Schema, gen: GeneratorValue, depth = 0): unknown {
  switch (schema.kind) {
    case 'ref':
      return valueOf(schema.to(), gen, depth);
    case 'nullable':
      return gen(fc.boolean) && gen(fc.boolean) ? null : valueOf(schema.of, gen, depth);
    case 'boolean':
      return gen(fc.boolean);
    case 'any':
      return gen(fc.jsonValue, { maxDepth: 1 });
    case 'bytes':
      return gen(fc.string);
    case 'enum': {
      const value = gen(fc.constantFrom, ...schema.values);
      return schema.open && typeof value === 'string' && gen(fc.boolean) ? `${value}-other` : value;
    }
    case 'integer':
    case 'number':
      return numberOf(schema, gen);
    case 'string':
      return textOf(schema, gen);
    case 'union':
      return valueOf(gen(fc.constantFrom, ...schema.options), gen, depth);
    case 'array': {
      const length = schema.min ?? (depth > 6 ? 0 : gen(fc.nat, { max: Math.min(2, schema.max ?? 2) }));
      return Array.from({ length }, () => valueOf(schema.items, gen, depth + 1));
    }
    case 'map':
      return Object.fromEntries(
        gen(fc.array, fc.string(), { maxLength: depth > 6 ? 0 : 2 })
          // In messages, these characters follow pointers.
          .map((key) => key.replace(/[ ;]/g, '_'))
          .filter((key) => key !== '__proto__')
          .map((key) => [key, valueOf(schema.values, gen, depth + 1)]),
      );
    case 'object':
      return recordOf(schema, gen, depth);
  }
}

function recordOf(schema: ObjectSchema, gen: GeneratorValue, depth: number): FieldValues {
  const record: FieldValues = {};
  // Only a few fields at a time: most rules are about fields that exclude each other.
  for (const [name, field] of Object.entries(schema.fields)) {
    if (field.required || (depth < 6 && gen(fc.nat, { max: 7 }) === 0))
      record[name] = valueOf(field.schema, gen, depth + 1);
  }
  return repaired(schema, record, gen, depth);
}

/** Removes fields that violate a rule, or adds missing ones. */
export function repaired(schema: ObjectSchema, given: FieldValues, gen: GeneratorValue, depth: number): FieldValues {
  let record = given;
  for (let tries = 0; tries < 20; tries += 1) {
    const broken = (schema.rules ?? []).find((rule) => breaks(rule, record, (field) => isRecord(schema, field)));
    if (broken === undefined) return record;
    const { kind, fields = [] } = broken;
    const [first = '', ...others] = fields.map((field) => field.replace(/(\[\]|\{\}).*/, ''));
    if (fields.some((field) => field.includes('[]')) && kind !== 'distinct-paths') {
      record = without(record, first);
    } else if (kind === 'at-least-one-of' || kind === 'exactly-one-of') {
      record = fields.reduce(without, record);
      const chosen = kind === 'exactly-one-of' ? gen(fc.constantFrom, ...fields) : first;
      record = put(record, chosen.split('.'), setOf(fieldSchema(schema, chosen), gen, depth + 1));
    } else if (kind === 'max-entries' || kind === 'at-most-one-of') {
      record = fields.reduce(without, record);
    } else if (kind === 'needs-when') {
      // If "not set" is among the values that require the field, it is required.
      record = others.reduce(without, record);
      if (breaks(broken, record, (field) => isRecord(schema, field))) {
        record = put(record, first.split('.'), setOf(fieldSchema(schema, first), gen, depth + 1));
      }
    } else if (kind === 'excludes' && gen(fc.boolean)) {
      record = others.reduce(without, record);
    } else if (kind === 'matches' && !first.includes('.') && schema.fields[first]?.required) {
      record = { ...record, [first]: 'name' };
    } else if (kind === 'distinct-paths' || kind === 'matches') {
      record = [first, ...others].reduce(without, record);
    } else {
      record = without(record, first);
    }
  }
  return record;
}

/** Generates a value that counts as set. */
function setOf(schema: Schema, gen: GeneratorValue, depth: number): unknown {
  const own = target(schema);
  if (own.kind === 'string') return own.format === 'cidr' ? '10.0.0.0/8' : own.format === 'byte' ? 'eA==' : 'set';
  if (own.kind === 'boolean') return true;
  if (own.kind === 'array') return [setOf(own.items, gen, depth)];
  if (own.kind === 'enum') return own.values.find((value) => value !== '');
  return valueOf(own, gen, depth);
}

export function fieldSchema(schema: ObjectSchema, path: string): Schema {
  let here: Schema = schema;
  for (const name of path.split('.')) {
    const own: Schema = target(here);
    if (own.kind !== 'object') return { kind: 'any' };
    here = own.fields[name]?.schema ?? { kind: 'any' };
  }
  return here;
}

export function isRecord(schema: ObjectSchema, path: string): boolean {
  const own = target(fieldSchema(schema, path));
  // An object without a description of its properties is a marker, which counts as set if it is present.
  return own.kind === 'object' || (own.kind === 'map' && target(own.values).kind === 'any');
}

function put(record: FieldValues, [name = '', ...rest]: readonly string[], value: unknown): FieldValues {
  return { ...record, [name]: rest.length === 0 ? value : put((record[name] ?? {}) as FieldValues, rest, value) };
}

const ranges: Readonly<Record<string, readonly [number, number]>> = {
  uint8: [0, 255],
  uint16: [0, 65_535],
  uint32: [0, 4_294_967_295],
  uint64: [0, Number.MAX_SAFE_INTEGER],
  int32: [-2_147_483_648, 2_147_483_647],
};

function numberOf(schema: Extract<Schema, { kind: 'integer' | 'number' }>, gen: GeneratorValue): number {
  const [from, to] = ranges[schema.format ?? ''] ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  let min = Math.max(from, schema.minimum ?? from);
  let max = Math.min(to, schema.maximum ?? to);
  for (const { kind, value } of schema.rules ?? []) {
    if (kind === 'zero-or-minimum' || kind === 'positive-minimum') min = Math.max(min, Number(value));
    if (kind === 'zero-or-range') [min, max] = String(value).split('-').map(Number) as [number, number];
  }
  const special = [...(schema.sentinels ?? []), ...((schema.rules ?? []).length > 0 ? [0] : [])];
  if (special.length > 0 && gen(fc.nat, { max: 3 }) === 0) return gen(fc.constantFrom, ...special);
  return schema.kind === 'integer'
    ? gen(fc.integer, { min, max })
    : gen(fc.integer, { min: Math.max(min, -1e6) * 1000, max: Math.min(max, 1e6) * 1000 }) / 1000;
}

function textOf(
  { format, pattern, minLength = 0, maxLength }: Extract<Schema, { kind: 'string' }>,
  gen: GeneratorValue,
): string {
  if (pattern !== undefined) {
    const text = gen(fc.stringMatching, new RegExp(pattern));
    return new RegExp(pattern).test(text) ? text : '12';
  }
  switch (format) {
    case 'date-time':
      return gen(fc.date, {
        min: new Date('0001-01-02'),
        max: new Date('9998-01-01'),
        noInvalidDate: true,
      }).toISOString();
    case 'ip-address':
      return gen(fc.boolean) ? gen(fc.ipV4) : gen(fc.ipV6);
    case 'cidr':
      return gen(fc.boolean)
        ? `${gen(fc.ipV4)}/${gen(fc.nat, { max: 32 })}`
        : `${gen(fc.ipV6)}/${gen(fc.nat, { max: 128 })}`;
    case 'ipv4':
      return gen(fc.ipV4);
    case 'ipv6':
      return gen(fc.ipV6).replace(/:[^:]*\.[^:]*$/, ':1');
    case 'mac':
      return Array.from({ length: 6 }, () => gen(fc.nat, { max: 255 }).toString(16).padStart(2, '0')).join(':');
    case 'byte':
      return gen(fc.base64String);
    default:
      return gen(fc.string, { unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength ?? 20, 20) });
  }
}

interface InvalidChange {
  /** The pointer of the invalid value. */
  readonly pointer: string;
  readonly value: unknown;
}

/** Lists all single changes that violate the contract, each as the whole changed value. */
export function breaksOf(schema: Schema, value: unknown, pointer = ''): InvalidChange[] {
  const own = target(schema);
  const wrong = (...values: unknown[]): InvalidChange[] => values.map((value) => ({ pointer, value }));
  switch (own.kind) {
    case 'boolean':
      return wrong('true', 1);
    case 'enum':
      return own.open ? wrong({}) : wrong(typeof own.values[0] === 'number' ? 987_654 : 'none-of-these', []);
    case 'integer':
    case 'number':
      return wrong('1', ...outside(own), ...(own.kind === 'integer' ? [0.5] : []));
    case 'string':
      return wrong(
        5,
        {},
        ...(own.pattern === undefined ? [] : ['\n']),
        ...(own.format === undefined ? [] : misformed(own.format)),
      );
    case 'array':
      return [
        ...wrong('x', {}),
        ...changedEntries(value, (item, index) => breaksOf(own.items, item, `${pointer}/${index}`)),
      ];
    case 'map':
      return [
        ...wrong('x', []),
        ...changedEntries(value, (item, key) => breaksOf(own.values, item, `${pointer}/${escaped(key)}`)),
      ];
    case 'object':
      return [
        ...wrong('x', []),
        ...Object.entries(own.fields).flatMap(([name, field]): InvalidChange[] => {
          if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
          const record = value as FieldValues;
          const rest = without(record, name);
          const missing = field.required ? [{ pointer: `${pointer}/${name}`, value: rest }] : [];
          if (!Object.hasOwn(record, name)) return [];
          const inner = breaksOf(field.schema, record[name], `${pointer}/${name}`);
          return [...missing, ...inner.map((one) => ({ ...one, value: { ...record, [name]: one.value } }))];
        }),
        ...broken(own, value, pointer),
      ];
    case 'union':
      // A value that is invalid for one option may be valid for another.
      return own.options.some(({ kind }) => kind === 'any') ? [] : wrong(5);
    default:
      return [];
  }
}

/** Lists changes that violate a rule between fields, by removing or adding a field. */
export function broken(schema: ObjectSchema, value: unknown, pointer: string): InvalidChange[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const record = value as FieldValues;
  return (schema.rules ?? []).flatMap((rule) => {
    const { fields = [] } = rule;
    const [first = '', second = ''] = fields;
    const set = (path: string): unknown => simple(fieldSchema(schema, path));
    const word =
      String(rule.value)
        .split('|')
        .find((option) => option !== '')
        ?.replace('*', 'x') ?? '';
    const changes: FieldValues[] = [
      fields.reduce(without, record),
      put(put(record, first.split('.'), set(first)), second.split('.'), set(second)),
      put(
        put(record, first.split('.'), set(first)),
        second.split('.'),
        typeof rule.value === 'string' ? word : rule.value,
      ),
      put(without(record, first), second.split('.'), word),
      put(put(record, first.split('.'), 1), second.split('.'), 2),
    ].map((change) => JSON.parse(JSON.stringify(change)) as FieldValues);
    const change = changes.find((change) => breaks(rule, change, (field) => isRecord(schema, field)));
    return change === undefined ? [] : [{ pointer: `${pointer}/${first.replaceAll('.', '/')}`, value: change }];
  });
}

function simple(schema: Schema): unknown {
  const own = target(schema);
  switch (own.kind) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 10_000_000;
    case 'array':
      return [simple(own.items)];
    case 'map':
      return { a: simple(own.values) };
    case 'object':
      return {};
    default:
      return 'x';
  }
}

function outside(schema: Extract<Schema, { kind: 'integer' | 'number' }>): number[] {
  const [from, to] = ranges[schema.format ?? ''] ?? [-Infinity, Infinity];
  const min = Math.max(from, schema.minimum ?? -Infinity);
  const max = Math.min(to, schema.maximum ?? Infinity);
  const values = [min - 1, max + 1].filter((value) => Number.isSafeInteger(value));
  for (const { kind, value } of schema.rules ?? []) {
    if (kind === 'zero-or-minimum' || kind === 'positive-minimum') values.push(1);
    if (kind === 'zero-or-range')
      values.push(
        ...String(value)
          .split('-')
          .map((limit, index) => Number(limit) + (index === 0 ? -1 : 1)),
      );
  }
  return values.filter((value) => !(schema.sentinels ?? []).includes(value));
}

function misformed(format: string): unknown[] {
  return ['date-time', 'ip-address', 'ipv4', 'ipv6', 'mac', 'cidr', 'byte'].includes(format) ? ['not at all!'] : [];
}

function changedEntries(value: unknown, changesOf: (entry: unknown, key: string) => InvalidChange[]): InvalidChange[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    changesOf(entry, key).map((one) => {
      if (Array.isArray(value))
        return { ...one, value: value.map((item: unknown, index) => (String(index) === key ? one.value : item)) };
      return { ...one, value: { ...value, [key]: one.value } };
    }),
  );
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
