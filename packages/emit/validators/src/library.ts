/** The libraries of validators, as code: both validate alike, and implement Standard Schema. */
import { entryKey, literal, mention, type VersionRequest } from 'lading/emitter';

/** Code of a validator of the library, as text with mentions. */
export type Code = string;

/** A property of an object: its name, its validator, and whether it may be absent. */
export type Entry = readonly [name: string, code: Code, isOptional: boolean];

/** A limit of a value that a library has a function of its own for, at a number or, of bigints, at code. */
type Limit = 'least' | 'most' | 'above' | 'below' | 'leastLength' | 'mostLength';

/** What a validator checks besides the type: a limit, a regular expression, or a condition, an expression of `value`. */
export type Check =
  | { readonly limit: Limit; readonly at: number | string }
  | { readonly matches: Code }
  | { readonly condition: string; readonly message: string };

/** How validators are written with a library. */
export interface Library {
  readonly package: string;
  readonly range: string;
  readonly string: Code;
  readonly number: Code;
  readonly integer: Code;
  readonly bigint: Code;
  readonly boolean: Code;
  readonly unknown: Code;
  readonly never: Code;
  readonly literals: (values: readonly (string | number | boolean | null)[]) => Code;
  readonly array: (items: Code) => Code;
  readonly map: (values: Code) => Code;
  /** An object with other properties, too. */
  readonly object: (entries: readonly Entry[]) => Code;
  readonly nullable: (code: Code) => Code;
  readonly anyOf: (options: readonly Code[]) => Code;
  readonly both: (one: Code, other: Code) => Code;
  readonly lazy: (code: Code) => Code;
  /** A validator that refuses values which do not pass the checks. */
  readonly checked: (code: Code, checks: readonly Check[]) => Code;
  /** An expression: whether a value fits. */
  readonly fits: (code: Code, value: string) => string;
  /** The type of a validator of values of a type. */
  readonly typeOf: (type: string) => string;
  /** Returns the code with another type of its values. */
  readonly as: (code: Code, type: string) => Code;
}

type From = VersionRequest<object, never>['from'];

/** Returns the code of a global object: a validator may have its name. */
export type Global = (name: 'Number' | 'Object' | 'Array' | 'Set' | 'RegExp') => string;

export const libraries: Readonly<Record<string, (from: From, global: Global) => Library>> = { zod, valibot };

function zod(from: From, global: Global): Library {
  const z = mention(from('zod', 'z'));
  const typeOf = (type: string) => `${z}.ZodType<${type}>`;
  return {
    package: 'zod',
    range: '^4.0.0',
    string: `${z}.string()`,
    number: `${z}.number()`,
    // Its own integers end at the largest safe one.
    integer: `${z}.number().refine((value) => ${global('Number')}.isInteger(value), 'must be an integer')`,
    bigint: `${z}.bigint()`,
    boolean: `${z}.boolean()`,
    unknown: `${z}.unknown()`,
    never: `${z}.never()`,
    literals: (values) => `${z}.literal(${values.length === 1 ? codeOf(values[0]) : listOf(values)})`,
    array: (items) => `${z}.array(${items})`,
    map: (values) => `${z}.record(${z}.string(), ${values})`,
    object: (entries) => `${z}.looseObject(${objectOf(entries, (code) => `${code}.optional()`)})`,
    nullable: (code) => `${code}.nullable()`,
    anyOf: (options) => `${z}.union([${options.join(', ')}])`,
    both: (one, other) => `${z}.intersection(${one}, ${other})`,
    lazy: (code) => `${z}.lazy(() => ${code})`,
    checked: (code, checks) => `${code}${checks.map(zodCheck).join('')}`,
    fits: (code, value) => `${code}.safeParse(${value}).success`,
    typeOf,
    as: (code, type) => `(${code} as unknown as ${typeOf(type)})`,
  };
}

const zodLimits = {
  least: 'gte',
  most: 'lte',
  above: 'gt',
  below: 'lt',
  leastLength: 'min',
  mostLength: 'max',
} as const;

function zodCheck(check: Check): Code {
  if ('limit' in check) return `.${zodLimits[check.limit]}(${check.at})`;
  if ('matches' in check) return `.regex(${check.matches})`;
  return `.refine((value) => ${check.condition}, ${literal(check.message)})`;
}

const valibotLimits = {
  least: 'minValue',
  most: 'maxValue',
  above: 'gtValue',
  below: 'ltValue',
  leastLength: 'minLength',
  mostLength: 'maxLength',
} as const;

function valibot(from: From, global: Global): Library {
  const v = (name: string, kind?: 'type') => mention(from('valibot', name, kind));
  const typeOf = (type: string) => `${v('GenericSchema', 'type')}<${type}>`;
  // This library takes an array for an object.
  const isObject = `${v('check')}((value) => !${global('Array')}.isArray(value), 'must be an object')`;
  const check = (one: Check): Code => {
    if ('limit' in one) return `${v(valibotLimits[one.limit])}(${one.at})`;
    if ('matches' in one) return `${v('regex')}(${one.matches})`;
    return `${v('check')}((value) => ${one.condition}, ${literal(one.message)})`;
  };
  const noArray = (code: Code) => `${v('pipe')}(${v('unknown')}(), ${isObject}, ${code})`;
  return {
    package: 'valibot',
    range: '^1.0.0',
    string: `${v('string')}()`,
    number: `${v('number')}()`,
    integer: `${v('pipe')}(${v('number')}(), ${v('integer')}())`,
    bigint: `${v('bigint')}()`,
    boolean: `${v('boolean')}()`,
    unknown: `${v('unknown')}()`,
    never: `${v('never')}()`,
    literals: (values) => {
      const codes = values.map((value) =>
        value === null ? `${v('null_')}()` : `${v('literal')}(${JSON.stringify(value)})`,
      );
      const isNames = values.every((value) => typeof value === 'string');
      if (isNames) return `${v('picklist')}(${listOf(values)})`;
      return codes.length === 1 ? (codes[0] ?? '') : `${v('union')}([${codes.join(', ')}])`;
    },
    array: (items) => `${v('array')}(${items})`,
    map: (values) => noArray(`${v('record')}(${v('string')}(), ${values})`),
    object: (entries) => noArray(`${v('looseObject')}(${objectOf(entries, (code) => `${v('optional')}(${code})`)})`),
    nullable: (code) => `${v('nullable')}(${code})`,
    anyOf: (options) => `${v('union')}([${options.join(', ')}])`,
    both: (one, other) => `${v('intersect')}([${one}, ${other}])`,
    lazy: (code) => `${v('lazy')}(() => ${code})`,
    checked: (code, checks) =>
      checks.length === 0 ? code : `${v('pipe')}(${[code, ...checks.map(check)].join(', ')})`,
    fits: (code, value) => `${v('is')}(${code}, ${value})`,
    typeOf,
    as: (code, type) => `(${code} as unknown as ${typeOf(type)})`,
  };
}

function listOf(values: readonly unknown[]): string {
  return `[${values.map(codeOf).join(', ')}]`;
}

function codeOf(value: unknown): string {
  return typeof value === 'string' ? literal(value) : JSON.stringify(value);
}

function objectOf(entries: readonly Entry[], optional: (code: Code) => Code): Code {
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, code, isOptional]) => `${entryKey(name)}: ${isOptional ? optional(code) : code}`);
  return `{\n${lines.join(',\n')},\n}`;
}
