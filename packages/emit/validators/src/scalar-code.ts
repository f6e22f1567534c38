/** A scalar type → the code of its validator. */
import {
  countText,
  isInt64,
  literal,
  type EnumType,
  type IntegerType,
  type LiteralValue,
  type NumberType,
  type StringType,
} from 'lading/emitter';
import type { Context } from './context.js';
import type { Check, Code } from './library.js';
import type { CheckName } from './checks.js';

interface Format {
  readonly name: string;
  readonly condition: (value: string, check: (name: CheckName) => string) => string;
}

const matches = (expression: RegExp) => (value: string) => `${expression.toString()}.test(${value})`;
const ipv4 = String.raw`(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}`;

/** The conditions of the formats of JSON Schema that servers check, as expressions of a variable. */
const formats: Readonly<Record<string, Format>> = {
  'date-time': {
    name: 'a date and time (RFC 3339)',
    condition: (value, check) => `${check('isDateTime')}(${value})`,
  },
  date: { name: 'a date (RFC 3339)', condition: (value, check) => `${check('isDate')}(${value})` },
  time: {
    name: 'a time (RFC 3339)',
    condition: matches(/^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)?$/),
  },
  uuid: { name: 'a UUID', condition: matches(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i) },
  email: { name: 'an email address', condition: matches(/^[^\s@]+@[^\s@]+$/) },
  hostname: {
    name: 'a host name',
    condition: (value) =>
      `${value}.length < 255 && ${value}.split('.').every((label) => /^[a-z\\d]([a-z\\d-]{0,61}[a-z\\d])?$/i.test(label))`,
  },
  uri: { name: 'a URI', condition: matches(/^[a-z][a-z\d+.-]*:\S*$/i) },
  ipv4: { name: 'an IPv4 address', condition: (value) => `/^${ipv4}$/.test(${value})` },
  ipv6: { name: 'an IPv6 address', condition: (value, check) => `${check('isIpv6')}(${value})` },
  'ip-address': { name: 'an IP address', condition: (value, check) => `${check('isIpAddress')}(${value})` },
  cidr: {
    name: 'a network with the length of its prefix',
    condition: (value, check) => `${check('isCidr')}(${value})`,
  },
  mac: { name: 'a MAC address', condition: (value, check) => `${check('isMac')}(${value})` },
  byte: {
    name: 'base64',
    condition: (value) =>
      `${value}.replace(/[\\r\\n]+/g, '').length % 4 === 0 && /^[A-Za-z\\d+/]*={0,2}$/.test(${value}.replace(/[\\r\\n]+/g, ''))`,
  },
};

export function stringCode({ format = '', pattern, minLength, maxLength }: StringType, context: Context): Code {
  const { library, check } = context;
  const checked = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return library.checked(library.string, [
    ...length('leastLength', minLength, '>=', 'at least'),
    ...length('mostLength', maxLength, '<=', 'at most'),
    ...(pattern === undefined || !isExpression(pattern) ? [] : [{ matches: expression(pattern, context) }]),
    ...(checked === undefined
      ? []
      : [{ condition: checked.condition('value', check), message: `must be ${checked.name}` }]),
  ]);

  // Libraries count code units, of which a character may have two.
  function length(
    limit: 'leastLength' | 'mostLength',
    at: number | undefined,
    operator: string,
    words: string,
  ): Check[] {
    if (at === undefined) return [];
    if (at === 0 || (at === 1 && limit === 'leastLength')) return [{ limit, at }];
    return [
      {
        condition: `${check('lengthOf')}(value) ${operator} ${at}`,
        message: `must have ${words} ${countText(at, 'character')}`,
      },
    ];
  }
}

/** Whether a pattern is a regular expression of JavaScript. Others are not checked, of which `generate` warns. */
export function isExpression(pattern: string): boolean {
  return flagsOf(pattern) !== undefined;
}

/** Returns the code of a regular expression of a document. */
export function expression(pattern: string, { global }: Context): string {
  return `new ${global('RegExp')}(${literal(pattern)}, ${literal(flagsOf(pattern) ?? '')})`;
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

export function numberCode(type: IntegerType | NumberType, { library, check, global, isExact }: Context): Code {
  const isBig = isExact && isInt64(type);
  const big = (limit: number | string) =>
    isBig && typeof limit === 'number' && Number.isInteger(limit) ? `${BigInt(limit)}n` : String(limit);
  const [least, most] = isBig
    ? [type.format === 'uint64' ? '0n' : '-(2n ** 63n)', type.format === 'uint64' ? '2n ** 64n - 1n' : '2n ** 63n - 1n']
    : rangeOf(type.format);
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = type;
  const sentinels = type.kind === 'integer' ? (type.sentinels ?? []) : [];
  const ofInteger = isBig ? library.bigint : library.integer;
  return library.checked(type.kind === 'integer' ? ofInteger : library.number, [
    ...limit('least', least),
    ...limit('most', most),
    ...limit('least', minimum),
    ...limit('most', maximum),
    ...limit('above', above),
    ...limit('below', below),
    ...(multipleOf === undefined
      ? []
      : [
          condition(
            isBig && Number.isInteger(multipleOf)
              ? `value % ${big(multipleOf)} === 0n`
              : `${check('isMultiple')}(${global('Number')}(value), ${multipleOf})`,
            `must be a multiple of ${multipleOf}`,
          ),
        ]),
  ]);

  function limit(name: keyof typeof limits, at: number | string | undefined): Check[] {
    if (at === undefined) return [];
    if (sentinels.length === 0) return [{ limit: name, at: big(at) }];
    const { operator, words } = limits[name];
    return [condition(`value ${operator} ${big(at)}`, `${words} ${at}`)];
  }

  /** A condition that holds for sentinels, too. */
  function condition(text: string, message: string): Check {
    return { condition: `${sentinels.map((one) => `value === ${big(one)} || `).join('')}${text}`, message };
  }
}

const limits = {
  least: { operator: '>=', words: 'must be at least' },
  most: { operator: '<=', words: 'must be at most' },
  above: { operator: '>', words: 'must be more than' },
  below: { operator: '<', words: 'must be less than' },
} as const;

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
  const condition = `${texts}.includes(${check('textOf')}(value))`;
  const code = library.checked(library.unknown, [{ condition, message: 'must be one of the values' }]);
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
