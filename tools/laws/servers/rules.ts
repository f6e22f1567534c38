/** What the rules between fields mean, once more and in the plainest way, so that the server's own reading of them is judged. */
import type { Shape, ShapeRule } from '@lading/runtime-server/codegen';

type Values = Record<string, unknown>;

/** Whether a record breaks a rule; `isRecord` tells whether a field holds one, which is set even when empty. */
export function breaks(
  { kind, fields = [], value }: ShapeRule,
  record: Values,
  isRecord: (field: string) => boolean,
): boolean {
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
    default:
      return false;
  }
}

export function at(record: unknown, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>(
      (here, name) => (typeof here === 'object' && here !== null ? (here as Values)[name] : undefined),
      record,
    );
}

export function without(record: Values, field: string): Values {
  const [name = '', ...rest] = field.split('.');
  const { [name]: given, ...others } = record;
  if (rest.length === 0 || typeof given !== 'object' || given === null) return others;
  return { ...others, [name]: without(given as Values, rest.join('.')) };
}

/** The shape that a value has in the end. */
export function target(shape: Shape): Shape {
  if (shape.kind === 'ref') return target(shape.to());
  return shape.kind === 'nullable' ? target(shape.of) : shape;
}

function isSet(value: unknown, isRecord: boolean): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  return typeof value !== 'object' || isRecord || Object.keys(value).length > 0;
}

function matches(value: unknown, wanted: ShapeRule['value']): boolean {
  if (typeof wanted !== 'string') return value === wanted;
  const text = value === undefined || value === null ? '' : String(value);
  return wanted.split('|').some((option) => {
    const [before = '', after] = option.split('*');
    return after === undefined
      ? text === option
      : text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
  });
}
