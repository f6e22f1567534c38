/** Strings, numbers, booleans and enum values of examples. */
import type {
  EnumType,
  IntegerType,
  Json,
  LiteralValue,
  Notes,
  NumberType,
  StringType,
  Type,
} from '../../../emitter/index.js';
import type { ExamplePosition } from './examples.js';
import { patternExample } from './pattern.js';

/** Examples of strings by their format. */
const formatExamples: Readonly<Record<string, string>> = {
  'date-time': '2024-05-17T09:41:00.123456789Z',
  cidr: '10.0.0.0/16',
  'ip-address': '127.0.0.1',
  ipv4: '127.0.0.1',
  ipv6: '2001:db8::2',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  email: 'ada@example.com',
  hostname: 'example.com',
  uuid: '6f1c9c5e-6a2b-4d1e-9a53-0c4f2f7f5a11',
  date: '2024-05-17',
  time: '09:41:00Z',
  byte: 'c2VjcmV0',
  base64: 'c2VjcmV0',
  base64url: 'c2VjcmV0',
  duration: 'P1DT2H',
  'json-pointer': '/example',
  'relative-json-pointer': '1/example',
};

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
  const isAsLong = (text: string) =>
    text.length >= (type.minLength ?? 0) && text.length <= (type.maxLength ?? Infinity);
  return (
    (formatted.length > 0 ? formatted : candidates).find((text) => isAsLong(text) && matches(text, type.pattern)) ??
    patterned(type).find(isAsLong) ??
    padded(type).find((text) => isAsLong(text) && matches(text, type.pattern)) ??
    'e'.repeat(Math.min(type.minLength ?? 1, 100))
  );
}

/** Returns strings that match the pattern, the shortest first. */
function patterned({ pattern, minLength = 0 }: StringType): readonly string[] {
  if (pattern === undefined || pattern.length > 2000) return [];
  return [0, 1, Math.min(minLength, 200)]
    .map((extra) => patternExample(pattern, extra))
    .filter((text) => text !== undefined);
}

/** Returns strings of a pattern without an anchor at one of its ends, with more there. */
function padded({ pattern, minLength = 0, maxLength = Infinity }: StringType): readonly string[] {
  const text = pattern === undefined ? undefined : patternExample(pattern);
  const length = Math.min(minLength, maxLength, 200);
  return text === undefined ? [] : [text.padEnd(length, 'e'), text.padStart(length, 'e')];
}

/** The formats that a string must match. */
const formats: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT/,
  byte: /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
};

export function integerExample(
  type: IntegerType | NumberType,
  { rules, default: standard }: Notes & { readonly default?: unknown },
): number {
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity, multipleOf } = type;
  const minimum = Math.max(type.minimum ?? -Infinity, above);
  const maximum = Math.min(type.maximum ?? Infinity, below);
  const isWhole = type.kind === 'integer';
  const step = isWhole ? wholeMultiple(multipleOf ?? 1) : (multipleOf ?? 1);
  const least =
    rules?.map(({ kind, value }) => (kind === 'zero-or-minimum' && typeof value === 'number' ? value : 0)) ?? [];
  // The multiples that are next to a limit.
  const near = [minimum, maximum].flatMap((limit) =>
    [Math.floor(limit / step) - 1, Math.floor(limit / step), Math.ceil(limit / step), Math.ceil(limit / step) + 1].map(
      (count) => Number((count * step).toPrecision(12)),
    ),
  );
  const candidates = [
    ...least.filter((bound) => bound > 0),
    ...(typeof standard === 'number' && standard > 0 ? [standard] : []),
    1,
    0,
    step,
    ...near,
    minimum,
    maximum,
    Number(((minimum + maximum) / 2).toPrecision(12)),
  ];
  const fits = (value: number) =>
    value >= minimum &&
    value <= maximum &&
    value > above &&
    value < below &&
    (!isWhole || Number.isInteger(value)) &&
    (multipleOf === undefined || isMultiple(value, multipleOf));
  return candidates.find((value) => Number.isFinite(value) && fits(value)) ?? 0;
}

/** Whether a quotient is an integer, except for the rounding of fractions. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

/** Returns the smallest integer that is a multiple of a number: 3 of 1.5. */
function wholeMultiple(of: number): number {
  for (let count = 1; count <= 1000; count += 1) if (isMultiple(count * of, 1)) return Math.round(count * of);
  return 1;
}

/**
 * Returns the example of a boolean. A request shows a value that differs from the default; in responses, `false` is
 * usual.
 */
export function booleanExample(at: ExamplePosition, { default: standard }: { readonly default?: unknown }): boolean {
  return at.use === 'request' && standard !== true;
}

export function enumExample(type: EnumType, { default: standard }: { readonly default?: unknown }): LiteralValue {
  const values = type.values.map(({ value }) => value);
  return values.find((value) => value === standard && value !== '') ?? values.find((value) => value !== '') ?? '';
}

/** Returns items of which none is like another one, as far as the type has such; fewer, if not. */
export function distinctItems(items: readonly Json[], type: Type | undefined): readonly Json[] {
  const [first] = items;
  if (items.length < 2 || first === undefined || type === undefined) return items;
  const numbered = items.map((_, index) => index);
  switch (type.kind) {
    case 'boolean':
      return [false, true].slice(0, items.length);
    case 'enum':
      return type.values.slice(0, items.length).map(({ value }) => value as Json);
    case 'string':
      return type.pattern === undefined && type.format === undefined && type.maxLength === undefined
        ? numbered.map((index) => (index === 0 ? first : `${String(first)}${index + 1}`))
        : [first];
    case 'integer':
    case 'number': {
      const isUpwards = type.maximum === undefined && type.exclusiveMaximum === undefined;
      const step = type.kind === 'integer' ? wholeMultiple(type.multipleOf ?? 1) : (type.multipleOf ?? 1);
      return numbered.map((index) => Number((Number(first) + (isUpwards ? index : -index) * step).toPrecision(12)));
    }
    default:
      return [first];
  }
}

/**
 * Tells whether a text matches a pattern. The pattern is untrusted, and a slow one must not block the run: on a few
 * characters every pattern is fast; longer values are only matched against patterns that cannot backtrack.
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
