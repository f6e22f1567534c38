/** Texts and numbers of examples. */
import type { Json } from '../../../document/index.js';
import type { EnumType, IntegerType, Notes, NumberType, StringType } from '../../../ir/index.js';
import type { At } from './examples.js';
import { byFormat, named, toldOf } from './words.js';

export function stringExample(type: StringType, at: At): string {
  const candidates = [
    ...told(at, 'string'),
    ...ownName(at),
    ...(type.format !== undefined && Object.hasOwn(byFormat, type.format) ? [byFormat[type.format] ?? ''] : []),
    ...(/(At|Time|Since)$/.test(at.name) ? [byFormat['date-time'] ?? ''] : []),
    ...(/(Port)$/.test(at.name) ? ['8080'] : []),
    'example',
    'ab',
    '1',
    '',
  ];
  const wanted = Object.hasOwn(formats, type.format ?? '') ? formats[type.format ?? ''] : undefined;
  const formatted = wanted === undefined ? candidates : candidates.filter((text) => wanted.test(text));
  const fits = (text: string) =>
    text.length >= (type.minLength ?? 0) && text.length <= (type.maxLength ?? Infinity) && matches(text, type.pattern);
  return (formatted.length > 0 ? formatted : candidates).find(fits) ?? 'e'.repeat(Math.min(type.minLength ?? 1, 100));
}

/** Where not any text will do. */
const formats: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT/,
  byte: /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
};

export function integerExample(
  type: IntegerType | NumberType,
  at: At,
  { rules, default: standard }: Notes & { readonly default?: unknown },
): number {
  const { minimum = -Infinity, maximum = Infinity } = type;
  const least =
    rules?.map(({ kind, value }) => (kind === 'zero-or-minimum' && typeof value === 'number' ? value : 0)) ?? [];
  const candidates = [
    ...told(at, 'number'),
    ...(least.some((bound) => bound > 0) ? [30 * Math.max(...least, 1e9)] : []),
    ...(typeof standard === 'number' && standard > 0 ? [standard] : []),
    ...(/(Interval|Timeout|Period|Delay|Monitor|Window)$/.test(at.name) && at.name !== 'StopTimeout'
      ? [5_000_000_000]
      : []),
    ...(/Size|Bytes|Memory/.test(at.name) ? [67_108_864] : []),
    1,
    0,
    minimum,
    maximum,
  ];
  return candidates.find((value) => Number.isFinite(value) && value >= minimum && value <= maximum) ?? 0;
}

/** What is asked for differs from what is so anyway; what is told is mostly not so. */
export function booleanExample(at: At, { default: standard }: { readonly default?: unknown }): boolean {
  return told(at, 'boolean')[0] ?? (at.use === 'request' && standard !== true);
}

export function enumExample(
  type: EnumType,
  at: At,
  { default: standard }: { readonly default?: unknown },
): string | number {
  const values = type.values.map(({ value }) => value);
  const wanted = [...told(at, 'string'), ...told(at, 'number'), standard, ...values].filter((value) => value !== '');
  return values.find((value) => value === wanted.find((one) => values.some((each) => each === one))) ?? values[0] ?? '';
}

interface Kinds {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

function told<Kind extends keyof Kinds>({ name, owner }: At, kind: Kind): readonly Kinds[Kind][] {
  return toldOf(name, owner).filter((value): value is Json & Kinds[Kind] => typeof value === kind);
}

/** What things of the group are called, and their IDs. */
function ownName(at: At): readonly string[] {
  const { name, group } = at;
  const own = Object.hasOwn(named, group) ? named[group] : undefined;
  if (own === undefined) return [];
  if (/^(name|Name|Names)$/.test(name) || (name === 'id' && !at.owner.endsWith('Filters'))) return [own.name];
  return /(^|[a-z])(Id|ID)s?$|^id$/.test(name) ? [own.id] : [];
}

/**
 * A pattern is data: one that takes for ever must not stop the run, and on a few characters none takes long. Longer
 * values are only tried against patterns that cannot backtrack.
 */
function matches(text: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true;
  if (pattern.length > 300 || (text.length > 12 && /[*+}][^\]]*[*+}]/.test(pattern))) return false;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
