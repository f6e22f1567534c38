/** The libraries of validators, as code: both validate alike, and implement Standard Schema. */
import { entryKey, literal, mention, type VersionRequest } from 'lading/emitter';

/** Code of a validator of the library, as text with mentions. */
export type Code = string;

/** A property of an object: its name, its validator, and whether it may be absent. */
export type Entry = readonly [name: string, code: Code, isOptional: boolean];

/** How validators are written with a library. */
export interface Library {
  readonly package: string;
  readonly range: string;
  readonly string: Code;
  readonly number: Code;
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
  /** A validator that refuses values for which the condition, an expression of `value`, is false. */
  readonly when: (code: Code, condition: string, message: string) => Code;
  /** An expression: whether a value fits. */
  readonly fits: (code: Code, value: string) => string;
  /** The type of a validator of values of a type. */
  readonly typeOf: (type: string) => string;
  /** Returns the code with another type of its values. */
  readonly as: (code: Code, type: string) => Code;
}

type From = VersionRequest<object, never>['from'];

export const libraries: Readonly<Record<string, (from: From) => Library>> = { zod, valibot };

function zod(from: From): Library {
  const z = mention(from('zod', 'z'));
  const typeOf = (type: string) => `${z}.ZodType<${type}>`;
  return {
    package: 'zod',
    range: '^4.0.0',
    string: `${z}.string()`,
    number: `${z}.number()`,
    bigint: `${z}.bigint()`,
    boolean: `${z}.boolean()`,
    unknown: `${z}.unknown()`,
    never: `${z}.never()`,
    literals: (values) => `${z}.literal(${listOf(values)})`,
    array: (items) => `${z}.array(${items})`,
    map: (values) => `${z}.record(${z}.string(), ${values})`,
    object: (entries) => `${z}.looseObject(${objectOf(entries, (code) => `${code}.optional()`)})`,
    nullable: (code) => `${code}.nullable()`,
    anyOf: (options) => `${z}.union([${options.join(', ')}])`,
    both: (one, other) => `${z}.intersection(${one}, ${other})`,
    lazy: (code) => `${z}.lazy(() => ${code})`,
    when: (code, condition, message) => `${code}.refine((value) => ${condition}, ${literal(message)})`,
    fits: (code, value) => `${code}.safeParse(${value}).success`,
    typeOf,
    as: (code, type) => `(${code} as unknown as ${typeOf(type)})`,
  };
}

function valibot(from: From): Library {
  const v = (name: string, kind?: 'type') => mention(from('valibot', name, kind));
  const typeOf = (type: string) => `${v('GenericSchema', 'type')}<${type}>`;
  // This library takes an array for an object.
  const isObject = `${v('check')}((value) => !Array.isArray(value), 'must be an object')`;
  const noArray = (code: Code) => `${v('pipe')}(${v('unknown')}(), ${isObject}, ${code})`;
  return {
    package: 'valibot',
    range: '^1.0.0',
    string: `${v('string')}()`,
    number: `${v('number')}()`,
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
    when: (code, condition, message) =>
      `${v('pipe')}(${code}, ${v('check')}((value) => ${condition}, ${literal(message)}))`,
    fits: (code, value) => `${v('is')}(${code}, ${value})`,
    typeOf,
    as: (code, type) => `(${code} as unknown as ${typeOf(type)})`,
  };
}

function listOf(values: readonly unknown[]): string {
  return `[${values.map((value) => (typeof value === 'string' ? literal(value) : JSON.stringify(value))).join(', ')}]`;
}

function objectOf(entries: readonly Entry[], optional: (code: Code) => Code): Code {
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, code, isOptional]) => `${entryKey(name)}: ${isOptional ? optional(code) : code}`);
  return `{\n${lines.join(',\n')},\n}`;
}
