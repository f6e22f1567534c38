/** The command `printf`. */
import { CommandError } from '../command.js';
import type { TextCommand } from './bytes.js';

const letters: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  '"': '"',
};

/** Thrown by `\c`, which ends the output. */
class OutputEnd extends Error {}

export const printf: TextCommand = async (streams, words) => {
  const [format, ...args] = words[0] === '--' ? words.slice(1) : words;
  if (format === undefined) throw new CommandError('usage: printf FORMAT [ARG]...');
  const rest = [...args];
  let text = '';
  try {
    for (let left = -1; left !== rest.length && (left < 0 || rest.length > 0);) {
      left = rest.length;
      await formatOnce(format, rest);
    }
  } catch (error) {
    if (error instanceof CommandError) {
      await streams.print(text);
      throw error;
    }
    if (!(error instanceof OutputEnd)) throw error;
  }
  await streams.print(text);

  async function formatOnce(template: string, given: string[]): Promise<void> {
    const pattern = /\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|[^])|%([-+ 0#]*)(\*|\d*)(?:\.(\*|\d*))?([^])?|[^\\%]+|[^]/g;
    for (const [all, escape, flags = '', width = '', precision, type] of template.matchAll(pattern)) {
      if (escape !== undefined) text += unescaped(escape);
      else if (all === '%%') text += '%';
      else if (!all.startsWith('%')) text += all;
      else {
        const columns = width === '*' ? Number(given.shift() ?? 0) : Number(width || '0');
        const digits =
          precision === '*' ? Number(given.shift() ?? 0) : precision === undefined ? undefined : Number(precision);
        const value = given.shift();
        const isInvalid = type !== undefined && 'diuxXofeEgG'.includes(type) && !isNumber(value ?? '', type);
        if (isInvalid) await streams.complain(`invalid number '${value ?? ''}'`);
        const converted = convert(type ?? '', { value: isInvalid ? '0' : (value ?? ''), flags, digits, all });
        text += padded(converted, {
          columns: Math.abs(columns),
          flags: columns < 0 ? `${flags}-` : flags,
          fills: !'sbcq'.includes(type ?? ''),
        });
      }
    }
  }
};

function unescaped(escape: string): string {
  if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8) & 255);
  if (/^x./.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  if (escape === 'c') throw new OutputEnd();
  return letters[escape] ?? `\\${escape}`;
}

export function convert(
  type: string,
  {
    value,
    flags,
    digits,
    all,
  }: { readonly value: string; readonly flags: string; readonly digits: number | undefined; readonly all: string },
): string {
  const number = numberOf(value) || 0;
  const digitsOnly = /^\s*\+?(-?[1-9]\d*)$/.exec(value)?.[1];
  const whole = BigInt.asIntN(64, BigInt(digitsOnly ?? Math.trunc(number)));
  const sign = whole < 0n || Object.is(number, -0) ? '' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const withDigits = (text: string): string =>
    text.replace(/\d+|[0-9a-fA-F]+/, (part) => part.padStart(digits ?? 0, '0'));
  const prefix = (text: string): string => (flags.includes('#') && number !== 0 ? text : '');
  switch (type) {
    case 's':
      return value.slice(0, digits);
    case 'b':
      return value.replaceAll(/\\(0?[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[^])/g, (_each, escape: string) => unescaped(escape));
    case 'c':
      return value.slice(0, 1);
    case 'q':
      return value === '' ? "''" : value.replaceAll(/[^\w@%+=:,./-]/g, '\\$&');
    case 'd':
    case 'i':
      return sign + withDigits(String(whole));
    case 'u':
      return withDigits(String(BigInt.asUintN(64, whole)));
    case 'o':
      return prefix('0') + withDigits(BigInt.asUintN(64, whole).toString(8));
    case 'x':
      return (
        prefix('0x') +
        BigInt.asUintN(64, whole)
          .toString(16)
          .padStart(digits ?? 0, '0')
      );
    case 'X':
      return (
        prefix('0X') +
        BigInt.asUintN(64, whole)
          .toString(16)
          .toUpperCase()
          .padStart(digits ?? 0, '0')
      );
    default:
      if (type !== '' && 'feEgG'.includes(type))
        return (number < 0 ? '' : sign) + formatFloat(number, type, digits ?? 6);
      throw new CommandError(`${all}: invalid format`);
  }
}

/** Formats a number as `%e`, `%f` and `%g` of C do. */
export function formatFloat(number: number, type: string, digits: number): string {
  if (!Number.isFinite(number)) return Number.isNaN(number) ? 'nan' : number < 0 ? '-inf' : 'inf';
  const exponential = (text: string): string => text.replace(/e([-+])(\d)$/, 'e$10$2');
  let text: string;
  if (type === 'f') text = number.toFixed(Math.min(digits, 100));
  else if (type.toLowerCase() === 'e') text = exponential(number.toExponential(Math.min(digits, 100)));
  else {
    const places = Math.max(1, digits);
    const power = number === 0 ? 0 : Number(number.toExponential(places - 1).split('e')[1]);
    text =
      power < -4 || power >= places
        ? exponential(number.toExponential(places - 1).replace(/\.?0+e/, 'e'))
        : number
            .toFixed(places - 1 - power)
            .replace(/(\.\d*?)0+$/, '$1')
            .replace(/\.$/, '');
  }
  return /[EG]/.test(type) ? text.toUpperCase() : text;
}

export function padded(
  text: string,
  { columns, flags, fills }: { readonly columns: number; readonly flags: string; readonly fills: boolean },
): string {
  if (flags.includes('-')) return text.padEnd(columns);
  if (!flags.includes('0') || !fills) return text.padStart(columns);
  const [sign = ''] = /^[-+ ]?(?:0[xX])?/.exec(text) ?? [];
  return sign + text.slice(sign.length).padStart(columns - sign.length, '0');
}

/** Whether a text is a number of a conversion: one of integers takes no fraction. */
function isNumber(text: string, type: string): boolean {
  return (
    !Number.isNaN(numberOf(text)) &&
    text !== '' &&
    ('feEgG'.includes(type) || !/^[-+]?(?:\d+\.|\.?\d+e|\.)/i.test(text))
  );
}

/** Reads a number as C does; NaN for an invalid one. */
function numberOf(text: string): number {
  if (/^["']/.test(text)) return text.charCodeAt(1) || 0;
  if (/^[-+]?0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return text === '' ? 0 : Number(text);
}
