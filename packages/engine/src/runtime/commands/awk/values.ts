/** The values of awk: numbers, strings, and strings of the input that look like numbers. */
import { formatFloat } from '../text/printf.js';

/** A string of the input, which is compared as a number if it looks like one. */
export class InputText {
  readonly text: string;
  readonly isNumber: boolean;

  constructor(text: string) {
    this.text = text;
    this.isNumber = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(text);
  }
}

/** A value; undefined is that of a variable which was not set. */
export type Value = number | string | InputText | undefined;

export function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (value === undefined) return 0;
  const text = typeof value === 'string' ? value : value.text;
  const [found] = /^\s*[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/.exec(text) ?? [];
  return found === undefined ? 0 : Number(found.trim().replace(/^\+/, ''));
}

/** @param format how numbers that are no integers are written: `CONVFMT` or `OFMT` */
export function toText(value: Value, format: string): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  if (typeof value !== 'number') return value.text;
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return String(value === 0 ? 0 : value);
  const [, digits, type] = /^%(?:\.(\d+))?([difeEgG])$/.exec(format) ?? [];
  if (type === 'd' || type === 'i') return String(Math.trunc(value));
  return formatFloat(value, type ?? 'g', digits === undefined ? 6 : Math.min(Number(digits), 100));
}

export function isTrue(value: Value): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  return value === undefined ? false : value.isNumber ? toNumber(value) !== 0 : value.text !== '';
}

/** Compares as numbers if both values are numbers or look like them, and else as texts. */
export function compare(left: Value, right: Value, format: string): number {
  if (isNumeric(left) && isNumeric(right)) return toNumber(left) - toNumber(right);
  const [one, other] = [toText(left, format), toText(right, format)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function isNumeric(value: Value): boolean {
  return typeof value === 'number' || value === undefined || (typeof value === 'object' && value.isNumber);
}

/** How a program of awk leaves a loop, a record, a file, a function, or ends. */
export class AwkLeave extends Error {
  readonly how: 'break' | 'continue' | 'next' | 'nextfile' | 'exit' | 'return';
  readonly value: Value;

  constructor(how: AwkLeave['how'], value?: Value) {
    super(how);
    this.how = how;
    this.value = value;
  }
}
