/** A scalar type → the code of its validator. */
import {
  isInt64,
  literal,
  type EnumType,
  type IntegerType,
  type LiteralValue,
  type NumberType,
  type StringType,
} from 'lading/emitter';
import type { Context } from './context.js';
import { formats } from './formats.js';
import type { Code } from './library.js';

export function stringCode(
  { format = '', pattern, minLength, maxLength }: StringType,
  { library, check }: Context,
): Code {
  const checked = Object.hasOwn(formats, format) ? formats[format] : undefined;
  const length = () => `${check('lengthOf')}(value)`;
  return [
    ...(minLength === undefined ? [] : [[`${length()} >= ${minLength}`, `must have at least ${minLength} characters`]]),
    ...(maxLength === undefined ? [] : [[`${length()} <= ${maxLength}`, `must have at most ${maxLength} characters`]]),
    ...(pattern === undefined || !isExpression(pattern)
      ? []
      : [[`${expression(pattern)}.test(value)`, `must match ${pattern}`]]),
    ...(checked === undefined ? [] : [[checked.condition('value', check), `must be ${checked.name}`]]),
  ].reduce((code, [condition = '', message = '']) => library.when(code, condition, message), library.string);
}

/** Whether a pattern is a regular expression of JavaScript. Others are not checked, of which `generate` warns. */
export function isExpression(pattern: string): boolean {
  return flagsOf(pattern) !== undefined;
}

/** Returns the code of a regular expression of a document. */
export function expression(pattern: string): string {
  return `new RegExp(${literal(pattern)}, ${literal(flagsOf(pattern) ?? '')})`;
}

/** The flags with which a pattern is an expression: some are only without Unicode. */
function flagsOf(pattern: string): string | undefined {
  return ['u', ''].find((flags) => {
    try {
      new RegExp(pattern, flags);
      return true;
    } catch {
      return false;
    }
  });
}

/** The ranges of the formats, as the code of their limits. */
const ranges: Readonly<Record<string, readonly [string, string]>> = {
  uint8: ['0', '255'],
  uint16: ['0', '65535'],
  uint32: ['0', '4294967295'],
  uint64: ['0', '2 ** 64'],
  int32: ['-2147483648', '2147483647'],
  int64: ['-(2 ** 63)', '2 ** 63'],
};

function rangeOf(format = ''): readonly string[] {
  return Object.hasOwn(ranges, format) ? (ranges[format] ?? []) : [];
}

export function numberCode(type: IntegerType | NumberType, { library, check, isExact }: Context): Code {
  const isBig = isExact && isInt64(type);
  const big = (limit: number | string) =>
    isBig && typeof limit === 'number' && Number.isInteger(limit) ? `${BigInt(limit)}n` : String(limit);
  const [least, most] = isBig
    ? [type.format === 'uint64' ? '0n' : '-(2n ** 63n)', type.format === 'uint64' ? '2n ** 64n - 1n' : '2n ** 63n - 1n']
    : rangeOf(type.format);
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = type;
  const sentinels = type.kind === 'integer' ? (type.sentinels ?? []) : [];
  const limits: (readonly [string, string])[] = [
    ...(type.kind === 'integer' && !isBig ? [['Number.isInteger(value)', 'must be an integer'] as const] : []),
    ...limit('>=', least, 'must be at least'),
    ...limit('<=', most, 'must be at most'),
    ...limit('>=', minimum, 'must be at least'),
    ...limit('<=', maximum, 'must be at most'),
    ...limit('>', above, 'must be more than'),
    ...limit('<', below, 'must be less than'),
    ...(multipleOf === undefined
      ? []
      : [
          [
            isBig && Number.isInteger(multipleOf)
              ? `value % ${big(multipleOf)} === 0n`
              : `${check('isMultiple')}(Number(value), ${multipleOf})`,
            `must be a multiple of ${multipleOf}`,
          ] as const,
        ]),
  ];
  return limits.reduce(
    (code, [condition, message], index) => {
      const isType = index === 0 && type.kind === 'integer' && !isBig;
      const special = isType ? '' : sentinels.map((one) => `value === ${big(one)} || `).join('');
      return library.when(code, `${special}${condition}`, message);
    },
    isBig ? library.bigint : library.number,
  );

  function limit(operator: string, at: number | string | undefined, message: string): (readonly [string, string])[] {
    return at === undefined ? [] : [[`value ${operator} ${big(at)}`, `${message} ${at}`]];
  }
}

const openTypes = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  mixed: 'unknown',
} as const;

export function enumCode(type: EnumType, { library, check, text }: Context): Code {
  const { values, open, of } = type;
  if (open) return library[openTypes[of]];
  const all = values.map(({ value }) => value);
  const scalars = all.filter((value): value is string | number | boolean | null => !isCompound(value));
  if (scalars.length === all.length) return all.length === 0 ? library.never : library.literals(scalars);
  const texts = `[${all.map((value) => literal(textOf(value))).join(', ')}]`;
  const code = library.when(
    library.unknown,
    `${texts}.includes(${check('textOf')}(value))`,
    'must be one of the values',
  );
  return library.as(code, text(type));
}

function isCompound(value: LiteralValue): boolean {
  return typeof value === 'object' && value !== null;
}

/** A value as the check `textOf` writes it. */
function textOf(value: LiteralValue): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner !== 'object' || inner === null || Array.isArray(inner)
      ? inner
      : Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}
