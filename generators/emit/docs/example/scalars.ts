/** Texts and numbers of examples. */
import type { EnumType, IntegerType, Notes, NumberType, StringType } from '../../../ir/index.js';
import type { At } from './examples.js';
import { formatExamples } from './format-examples.js';

export function stringExample(type: StringType): string {
  const candidates = [
    ...(type.format !== undefined && Object.hasOwn(formatExamples, type.format)
      ? [formatExamples[type.format] ?? '']
      : []),
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
  { rules, default: standard }: Notes & { readonly default?: unknown },
): number {
  const { minimum = -Infinity, maximum = Infinity } = type;
  const least =
    rules?.map(({ kind, value }) => (kind === 'zero-or-minimum' && typeof value === 'number' ? value : 0)) ?? [];
  const candidates = [
    ...least.filter((bound) => bound > 0),
    ...(typeof standard === 'number' && standard > 0 ? [standard] : []),
    1,
    0,
    minimum,
    maximum,
  ];
  return candidates.find((value) => Number.isFinite(value) && value >= minimum && value <= maximum) ?? 0;
}

/** What is asked for differs from what is so anyway; what is told is mostly not so. */
export function booleanExample(at: At, { default: standard }: { readonly default?: unknown }): boolean {
  return at.use === 'request' && standard !== true;
}

export function enumExample(type: EnumType, { default: standard }: { readonly default?: unknown }): string | number {
  const values = type.values.map(({ value }) => value);
  return values.find((value) => value === standard && value !== '') ?? values.find((value) => value !== '') ?? '';
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
