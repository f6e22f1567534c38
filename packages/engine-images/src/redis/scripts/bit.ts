/** The table `bit` of scripts: operations on the bits of 32-bit integers. */
import { numberArgument, type LuaFunction, type LuaValue } from './lua-value.js';

/** Rounds to the nearest integer, halves to even, and keeps the last 32 bits. */
function bitsOf(name: string, value: LuaValue, position = 1): number {
  const number = numberArgument(name, value, position);
  const floor = Math.floor(number);
  const isUp = number - floor > 0.5 || (number - floor === 0.5 && floor % 2 !== 0);
  return (floor + Number(isUp)) | 0;
}

const one = (name: string, of: (bits: number) => number | string): [string, LuaFunction] => [
  name,
  (value) => [of(bitsOf(name, value))],
];
const shift = (name: string, of: (bits: number, count: number) => number): [string, LuaFunction] => [
  name,
  (value, count) => [of(bitsOf(name, value), bitsOf(name, count, 2) & 31) | 0],
];
const all = (name: string, of: (a: number, b: number) => number): [string, LuaFunction] => [
  name,
  (...values) => {
    const [first = bitsOf(name, undefined), ...rest] = values.map((each, index) => bitsOf(name, each, index + 1));
    return [rest.reduce(of, first)];
  },
];

export const bit: Readonly<Record<string, LuaFunction>> = Object.fromEntries([
  one('tobit', (bits) => bits),
  one('bnot', (bits) => ~bits),
  one('bswap', (bits) => Buffer.from(Uint32Array.of(bits).buffer).readInt32BE()),
  all('band', (a, b) => a & b),
  all('bor', (a, b) => a | b),
  all('bxor', (a, b) => a ^ b),
  shift('lshift', (bits, count) => bits << count),
  shift('rshift', (bits, count) => bits >>> count),
  shift('arshift', (bits, count) => bits >> count),
  shift('rol', (bits, count) => (bits << count) | (bits >>> (32 - count))),
  shift('ror', (bits, count) => (bits >>> count) | (bits << (32 - count))),
  [
    'tohex',
    (value, count = 8) => {
      const digits = bitsOf('tohex', count, 2);
      const text = (bitsOf('tohex', value) >>> 0)
        .toString(16)
        .padStart(8, '0')
        .slice(-Math.min(8, Math.abs(digits)));
      return [digits === 0 ? '' : digits < 0 ? text.toUpperCase() : text];
    },
  ],
]);
