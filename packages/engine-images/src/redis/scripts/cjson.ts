/** The table `cjson` of scripts: JSON with the errors and the numbers of lua-cjson. */
import {
  argumentError,
  formatDigits,
  LuaError,
  nullPointer,
  stringArgument,
  typeName,
  type LuaFunction,
  type LuaValue,
} from './lua-value.js';

interface Settings {
  encode_max_depth: number;
  decode_max_depth: number;
  encode_number_precision: number;
  encode_keep_buffer: boolean;
  encode_invalid_numbers: LuaValue;
  decode_invalid_numbers: LuaValue;
  /** Whether sparse arrays are objects, the ratio of the last index to the number of items, and an index that is never too large. */
  readonly sparse: [isObject: LuaValue, ratio: number, safe: number];
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};
const unescapes = new Map(Object.entries(escapes).map(([character, escape]) => [escape, character]));

function quote(text: string): string {
  const escaped = text.replaceAll(/["\\/\0-\x1f\x7f]/g, (each) => {
    return escapes[each] ?? `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

function encode(value: LuaValue, settings: Settings, depth: number): string {
  if (typeof value === 'string') return quote(value);
  if (value === undefined || value === nullPointer) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value) && settings.encode_invalid_numbers !== true) {
      if (settings.encode_invalid_numbers === 'null') return 'null';
      throw new LuaError('Cannot serialise number: must not be NaN or Inf');
    }
    return formatDigits(value, settings.encode_number_precision);
  }
  const type = typeName(value);
  if (type !== 'table') throw new LuaError(`Cannot serialise ${type}: type not supported`);
  if (depth > settings.encode_max_depth || !(value instanceof Map))
    throw new LuaError(`Cannot serialise, excessive nesting (${depth})`);
  const table = value as ReadonlyMap<LuaValue, LuaValue>;
  const length = arrayLength(table, settings);
  if (length > 0)
    return `[${Array.from({ length }, (_, index) => encode(table.get(index + 1), settings, depth + 1)).join(',')}]`;
  const entries = [...table].map(([key, item]) => {
    if (typeof key !== 'number' && typeof key !== 'string')
      throw new LuaError(`Cannot serialise ${typeName(key)}: table key must be a number or string`);
    const name = typeof key === 'number' ? formatDigits(key, settings.encode_number_precision) : key;
    return `${quote(name)}:${encode(item, settings, depth + 1)}`;
  });
  return `{${entries.join(',')}}`;
}

/** @returns 0 for an object */
function arrayLength(table: ReadonlyMap<LuaValue, LuaValue>, { sparse: [isObject, ratio, safe] }: Settings): number {
  let last = 0;
  for (const key of table.keys()) {
    if (typeof key !== 'number' || !Number.isInteger(key) || key < 1) return 0;
    last = Math.max(last, key);
  }
  if (ratio === 0 || last <= table.size * ratio || last <= safe) return last;
  if (isObject === true) return 0;
  throw new LuaError('Cannot serialise table: excessively sparse array');
}

const numberPattern = /[+-]?(?:0x[\da-f]+|inf(?:inity)?|nan|\d+(?:\.\d*)?(?:e[+-]?\d+)?)/iy;
const stringPattern = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const escapePattern = /\\u([\da-f]{4})(?:\\u(d[c-f][\da-f]{2}))?|\\[^]/gi;
const literalPattern = /true|false|null/y;
const tokens: Readonly<Record<string, string>> = {
  '{': 'T_OBJ_BEGIN',
  '}': 'T_OBJ_END',
  '[': 'T_ARR_BEGIN',
  ']': 'T_ARR_END',
  ',': 'T_COMMA',
  ':': 'T_COLON',
};

/** Reads a text of JSON, with what lua-cjson allows as well: numbers of C, and control characters in strings. */
class Decoder {
  readonly #text: string;
  readonly #settings: Settings;
  #position = 0;

  constructor(text: string, settings: Settings) {
    this.#text = text;
    this.#settings = settings;
  }

  document(): LuaValue {
    const value = this.#value(0);
    if (this.#next() !== '') this.#fail('the end');
    return value;
  }

  #value(depth: number): LuaValue {
    const next = this.#next();
    if (next === '"') return this.#string('value');
    if (next === '{' || next === '[') {
      this.#position += 1;
      if (depth >= this.#settings.decode_max_depth)
        throw new LuaError(`Found too many nested data structures (${depth + 1}) at character ${this.#position}`);
      return next === '{' ? this.#object(depth + 1) : this.#array(depth + 1);
    }
    const literal = this.#match(literalPattern);
    if (literal === undefined) return this.#number() ?? this.#fail('value');
    this.#position += literal.length;
    return literal === 'null' ? nullPointer : literal === 'true';
  }

  #array(depth: number): LuaValue[] {
    const items: LuaValue[] = [];
    if (this.#take(']')) return items;
    do items.push(this.#value(depth));
    while (this.#take(','));
    if (!this.#take(']')) this.#fail('comma or array end');
    return items;
  }

  #object(depth: number): ReadonlyMap<LuaValue, LuaValue> {
    const entries = new Map<LuaValue, LuaValue>();
    if (this.#take('}')) return entries;
    do {
      if (this.#next() !== '"') this.#fail('object key string');
      const key = this.#string('object key string');
      if (!this.#take(':')) this.#fail('colon');
      entries.set(key, this.#value(depth));
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail('comma or object end');
    return entries;
  }

  #string(expected: string): string {
    const found = this.#match(stringPattern);
    if (found === undefined) this.#fail(expected, 'unexpected end of string', this.#text.length);
    const start = this.#position;
    this.#position += found.length;
    return found.slice(1, -1).replaceAll(escapePattern, (escape, first?: string, second?: string, offset = 0) => {
      const character = unescapes.get(escape);
      if (character !== undefined) return character;
      const [high, low] = [Number.parseInt(first ?? '', 16), Number.parseInt(second ?? '', 16)];
      const isPair = high >= 0xd800 && high < 0xdc00 && low >= 0xdc00;
      if (isPair) return Buffer.from(String.fromCharCode(high, low)).toString('latin1');
      if (first === undefined || second !== undefined || (high >= 0xd800 && high < 0xe000))
        this.#fail(
          expected,
          `invalid ${first === undefined && escape !== '\\u' ? '' : 'unicode '}escape code`,
          start + 1 + offset,
        );
      return Buffer.from(String.fromCharCode(high)).toString('latin1');
    });
  }

  #number(): number | undefined {
    const found = this.#match(numberPattern);
    if (found === undefined) return undefined;
    this.#position += found.length;
    const [, sign = '', digits = ''] = /^([+-]?)(.*)$/.exec(found) ?? [];
    const value = /^inf/i.test(digits) ? Infinity : Number(digits);
    return sign === '-' ? -value : value;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    return pattern.exec(this.#text)?.[0];
  }

  #next(): string {
    while (' \t\n\r'.includes(this.#text[this.#position] ?? '.')) this.#position += 1;
    return this.#text[this.#position] ?? '';
  }

  #take(character: string): boolean {
    const isNext = this.#next() === character;
    if (isNext) this.#position += 1;
    return isNext;
  }

  #fail(expected: string, found?: string, position = this.#position): never {
    const next = this.#next();
    const isNumber = this.#match(numberPattern) !== undefined;
    const isText = this.#match(stringPattern) !== undefined;
    const token =
      next === ''
        ? 'T_END'
        : (tokens[next] ??
          (isNumber ? 'T_NUMBER' : isText ? 'T_STRING' : /[-+]/.test(next) ? 'invalid number' : 'invalid token'));
    throw new LuaError(
      `Expected ${expected} but found ${found ?? token} at character ${(found === undefined ? this.#position : position) + 1}`,
    );
  }
}

/** Returns the functions, whose settings are their own. */
export function createCjson(): Readonly<Record<string, LuaFunction>> {
  const settings: Settings = {
    encode_max_depth: 1000,
    decode_max_depth: 1000,
    encode_number_precision: 14,
    encode_keep_buffer: true,
    encode_invalid_numbers: false,
    decode_invalid_numbers: true,
    sparse: [false, 2, 10],
  };
  const single = (name: string, args: readonly LuaValue[]): void => {
    if (args.length !== 1) throw argumentError(1, name, 'expected 1 argument');
  };
  const setting = (name: Exclude<keyof Settings, 'sparse'>): [string, LuaFunction] => [
    name,
    (value) => {
      if (value !== undefined) settings[name] = value as never;
      return [settings[name]];
    },
  ];
  return {
    encode: (...args) => {
      single('encode', args);
      return [encode(args[0], settings, 1)];
    },
    decode: (...args) => {
      single('decode', args);
      return [new Decoder(stringArgument('decode', args[0]), settings).document()];
    },
    encode_sparse_array: (...values) => {
      values.slice(0, 3).forEach((value, index) => (settings.sparse[index] = value as never));
      return settings.sparse;
    },
    ...Object.fromEntries(
      (Object.keys(settings) as (keyof Settings)[]).flatMap((name) => (name === 'sparse' ? [] : [setting(name)])),
    ),
  };
}
