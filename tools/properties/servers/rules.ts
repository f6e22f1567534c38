/** A second, simple implementation of the rules between fields, to test the server's implementation against. */
import { posix } from 'node:path';
import type { Schema, SchemaRule } from '@lading/runtime-wire';

export type FieldValues = Record<string, unknown>;

/** Whether a record violates a rule; `isRecord` returns whether a field contains a record, which counts as set even if empty. */
export function breaks(rule: SchemaRule, record: FieldValues, isRecord: (field: string) => boolean): boolean {
  const { kind, fields = [], value } = rule;
  const array = wholeArrays.has(kind) ? undefined : fields.find((field) => field.includes('[]'))?.split('[]')[0];
  if (array !== undefined) {
    // A rule about entries applies to each entry.
    const entries = at(record, array);
    return (Array.isArray(entries) ? entries : []).some((entry, index) => {
      const ofEntry = fields.map((field) => field.replace(`${array}[]`, `${array}.${index}`));
      return isObject(entry) && breaks({ ...rule, fields: ofEntry }, record, isRecord);
    });
  }
  const [a = '', b = ''] = fields;
  const has = (field: string): boolean => isSet(at(record, field), isRecord(field));
  const count = fields.filter(has).length;
  const both = [at(record, a), at(record, b)];
  const numbers = both.every((given) => typeof given === 'number' && given > 0);
  const [left = 0, right = 0] = both as number[];
  switch (kind) {
    case 'only-when':
      return has(a) && !matches(at(record, b), value);
    case 'not-when':
      return has(a) && matches(at(record, b), value);
    case 'needs-when':
      return !has(a) && matches(at(record, b), value);
    case 'requires':
      return has(a) && !has(b);
    case 'excludes':
      return has(a) && has(b);
    case 'at-least-one-of':
      return count === 0;
    case 'at-most-one-of':
      return count > 1;
    case 'exactly-one-of':
      return count !== 1;
    case 'greater-than':
      return numbers && left <= right;
    case 'not-less-than':
      return numbers && left < right;
    case 'max-entries':
      return fields.some((field) => Object.keys(at(record, field) ?? {}).length > Number(value));
    case 'not-together':
      return fields.every((field, index) => matches(at(record, field), (value as readonly string[])[index]));
    case 'matches': {
      const [pattern = '', flags] = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
      return fields.flatMap((field) => stringsAt(record, field)).some((text) => !new RegExp(pattern, flags).test(text));
    }
    case 'distinct-paths': {
      const texts = fields.flatMap((field) => stringsAt(record, field));
      const paths = texts.flatMap((text) => new RegExp(String(value)).exec(text)?.[1] ?? []);
      return new Set(['/', ...paths.map((path) => posix.resolve(path))]).size <= paths.length;
    }
    case 'unique-entries': {
      const entries = at(record, a);
      const properties = fields.slice(1);
      const keys = (Array.isArray(entries) ? entries : [])
        .map((entry) =>
          properties.map((property, index) => at(entry, property) || (value as readonly string[])?.[index]),
        )
        .filter((found) => !found.includes(undefined))
        .map((found) => JSON.stringify(found));
      return new Set(keys).size < keys.length;
    }
    case 'keys-among': {
      const [keys = '', when = ''] = value as readonly string[];
      return (
        matches(at(record, b), when) && Object.keys(at(record, a) ?? {}).some((key) => !keys.split('|').includes(key))
      );
    }
    case 'listed-in': {
      const entries = at(record, b);
      const [, , member = '', mark = ''] = fields;
      const isListed = (entry: unknown): boolean => at(entry, member) === at(record, a) && isObject(at(entry, mark));
      return has(a) && !(Array.isArray(entries) && entries.some(isListed));
    }
    case 'same-as-entry': {
      const [, , key = '', member = ''] = fields;
      const name = at(record, key);
      const entry = at(at(record, b), isSet(name, false) && name !== 'default' ? String(name) : String(value));
      const other = at(entry, member);
      return has(a) && isSet(other, false) && other !== at(record, a);
    }
    case 'prefix-at-most':
      return stringsAt(record, `${a}[]`).some(
        (network) => both[1] !== 0 && Number(network.split('/')[1]) > Number(both[1]),
      );
    case 'within-network':
    case 'no-host-bits':
      // Recorded refusals contain examples with real networks.
      return false;
    default:
      return false;
  }
}

/** The kinds of rules that apply to an array as a whole. */
const wholeArrays: ReadonlySet<string> = new Set(['distinct-paths', 'matches']);

function stringsAt(record: FieldValues, field: string): readonly string[] {
  const [path = '', ending] = field.split(/(\[\]|\{\})/);
  const value = at(record, path);
  const rest = field.slice(path.length + 2).replace(/^\./, '');
  if (ending === '{}') return isObject(value) ? Object.keys(value) : [];
  const entries = ending === '[]' ? (Array.isArray(value) ? value : []) : [value];
  return entries
    .map((entry: unknown) => (rest === '' ? entry : at(entry, rest)))
    .filter((text) => typeof text === 'string');
}

function isObject(value: unknown): value is FieldValues {
  return typeof value === 'object' && value !== null;
}

export function at(record: unknown, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>(
      (here, name) => (typeof here === 'object' && here !== null ? (here as FieldValues)[name] : undefined),
      record,
    );
}

export function without(record: FieldValues, field: string): FieldValues {
  const [name = '', ...rest] = field.split('.');
  const { [name]: given, ...others } = record;
  if (rest.length === 0 || typeof given !== 'object' || given === null) return others;
  return { ...others, [name]: without(given as FieldValues, rest.join('.')) };
}

/** The schema of a value, without references and nullability. */
export function target(schema: Schema): Schema {
  if (schema.kind === 'ref') return target(schema.to());
  return schema.kind === 'nullable' ? target(schema.of) : schema;
}

function isSet(value: unknown, isRecord: boolean): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  return typeof value !== 'object' || isRecord || Object.keys(value).length > 0;
}

function matches(value: unknown, expected: SchemaRule['value']): boolean {
  if (typeof expected !== 'string') return value === expected;
  const text = value === undefined || value === null ? '' : String(value);
  return expected.split('|').some((option) => {
    if (/[?[]/.test(option))
      return new RegExp(`^${option.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(text);
    const [before = '', after] = option.split('*');
    return after === undefined
      ? text === option
      : text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
  });
}
