/** Values of Lua as those of JavaScript. Strings have a byte in each character. */

/** What `cjson.null` is: a pointer to nothing. */
export const nullPointer: unique symbol = Symbol('null');

/** A function, thread or object of Lua, or a table that is nested too deeply to be read. */
export class OtherValue {
  readonly type: string;
  constructor(type: string) {
    this.type = type;
  }
}

/** A table is read as a map, and may be given as an array. */
export type LuaValue =
  | undefined
  | boolean
  | number
  | string
  | typeof nullPointer
  | OtherValue
  | ReadonlyMap<LuaValue, LuaValue>
  | readonly LuaValue[];

/** A function of JavaScript that a script may call. @throws LuaError */
export type LuaFunction = (...args: readonly LuaValue[]) => readonly LuaValue[];

/** An error that a script may catch. A string is preceded by the line that called the function. */
export class LuaError extends Error {
  readonly value: LuaValue;
  constructor(value: LuaValue) {
    super();
    this.value = value;
  }
}

/** An error that ends a script, which cannot catch it. */
export class ScriptLimit extends Error {}

export function argumentError(position: number, name: string, reason: string): LuaError {
  return new LuaError(`bad argument #${position} to '${name}' (${reason})`);
}

/** Returns a string or number as a string. @throws LuaError */
export function stringArgument(name: string, value: LuaValue, position = 1): string {
  if (typeof value === 'number') return formatDigits(value, 14);
  if (typeof value !== 'string') throw argumentError(position, name, `string expected, got ${typeName(value)}`);
  return value;
}

/** Returns a number, or a string of one. @throws LuaError */
export function numberArgument(name: string, value: LuaValue, position = 1): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || (Number.isNaN(number) && typeof value === 'string'))
    throw argumentError(position, name, `number expected, got ${typeName(value)}`);
  return number;
}

export function typeName(value: LuaValue): string {
  if (value === undefined) return 'no value';
  if (value === nullPointer) return 'userdata';
  if (value instanceof OtherValue) return value.type;
  return typeof value === 'object' ? 'table' : typeof value;
}

/** Formats a number as `%.<precision>g` of C. */
export function formatDigits(value: number, precision: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', power = ''] = value.toExponential(precision - 1).split('e');
  const exponent = Number(power);
  const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (exponent >= -4 && exponent < precision) return withoutZeros(value.toFixed(precision - 1 - exponent));
  return `${withoutZeros(mantissa)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
