/** Commands of strings. */
import {
  bigInteger,
  fitsInteger,
  float,
  integer,
  maxStringLength,
  momentOf,
  Options,
  stringRangeOf,
  syntaxError,
} from '../arguments.js';
import type { Client } from '../client.js';
import { command, type Commands } from '../command.js';
import { ErrorReply, formatNumber, ok, SimpleReply, type Reply } from '../reply.js';

function stringOf({ database }: Client, key: string): string | undefined {
  return database.get(key, 'string');
}

/** Sets a string, and keeps its expiry. */
function replace({ database }: Client, key: string, value: string): void {
  database.put(key, { type: 'string', value }, true);
}

function increment(client: Client, key: string, by: bigint): Reply {
  const value = bigInteger(stringOf(client, key) ?? '0') + by;
  if (!fitsInteger(value)) throw new ErrorReply('ERR increment or decrement would overflow');
  replace(client, key, String(value));
  return value;
}

interface Expiry {
  readonly unit: 'EX' | 'PX' | 'EXAT' | 'PXAT';
  readonly amount: string;
}

function readExpiry(options: Options): Expiry | undefined {
  const unit = options.take('EX', 'PX', 'EXAT', 'PXAT');
  return unit === undefined ? undefined : { unit, amount: options.word() };
}

function expiryMoment(client: Client, name: string, { unit, amount }: Expiry): number {
  return momentOf(name, amount, unit.startsWith('P') ? 1 : 1000, unit.endsWith('AT') ? 0 : client.now(), 1);
}

function set(client: Client, [key = '', value = '', ...words]: readonly string[], name = 'set'): Reply {
  const { database } = client;
  const options = new Options(words);
  let [condition, expiry, isKept, returns]: [string | undefined, Expiry | undefined, boolean, boolean] = [
    undefined,
    undefined,
    false,
    false,
  ];
  while (!options.isEmpty) {
    const flag = options.take('NX', 'XX', 'GET', 'KEEPTTL');
    if (flag === 'GET') returns = true;
    else if (flag === 'KEEPTTL') isKept = true;
    else if (flag !== undefined && (condition ?? flag) === flag) condition = flag;
    else if (expiry !== undefined || (expiry = readExpiry(options)) === undefined) throw syntaxError();
    if (isKept && expiry !== undefined) throw syntaxError();
  }
  const moment = expiry === undefined ? undefined : expiryMoment(client, name, expiry);
  const before = returns ? (stringOf(client, key) ?? null) : null;
  const exists = database.has(key);
  if ((condition === 'NX' && exists) || (condition === 'XX' && !exists)) return before;
  database.put(key, { type: 'string', value }, isKept);
  if (moment !== undefined) database.expire(key, moment);
  return returns ? before : ok;
}

export const stringCommands: Commands = {
  get: command(2, (client, [key = '']) => stringOf(client, key) ?? null),
  set: command(-3, set),
  setnx: command(3, (client, [key = '', value = '']) => (set(client, [key, value, 'NX']) === ok ? 1 : 0)),
  setex: command(4, (client, [key = '', seconds = '', value = '']) =>
    set(client, [key, value, 'EX', seconds], 'setex'),
  ),
  psetex: command(4, (client, [key = '', amount = '', value = '']) =>
    set(client, [key, value, 'PX', amount], 'psetex'),
  ),
  getset: command(3, (client, [key = '', value = '']) => set(client, [key, value, 'GET'])),
  getdel: command(2, (client, [key = '']) => {
    const value = stringOf(client, key) ?? null;
    client.database.delete(key);
    return value;
  }),
  getex: command(-2, (client, [key = '', ...words]) => {
    const options = new Options(words);
    const persists = options.take('PERSIST') !== undefined;
    const expiry = readExpiry(options);
    if (!options.isEmpty || (persists && expiry !== undefined)) throw syntaxError();
    const value = stringOf(client, key);
    if (value === undefined) return null;
    if (expiry !== undefined) client.database.expire(key, expiryMoment(client, 'getex', expiry));
    else if (persists) client.database.expire(key, undefined);
    return value;
  }),
  mget: command(-2, ({ database }, keys) =>
    keys.map((key) => {
      const entry = database.entry(key);
      return entry?.type === 'string' ? entry.value : null;
    }),
  ),
  mset: command(-3, (client, words) => {
    if (words.length % 2 !== 0) throw new ErrorReply("ERR wrong number of arguments for 'mset' command");
    for (let index = 0; index < words.length; index += 2)
      client.database.put(words[index] ?? '', { type: 'string', value: words[index + 1] ?? '' });
    return ok;
  }),
  msetnx: command(-3, (client, words) => {
    if (words.length % 2 !== 0) throw new ErrorReply("ERR wrong number of arguments for 'msetnx' command");
    const keys = words.filter((_, index) => index % 2 === 0);
    if (keys.some((key) => client.database.has(key))) return 0;
    for (const [index, key] of keys.entries())
      client.database.put(key, { type: 'string', value: words[index * 2 + 1] ?? '' });
    return 1;
  }),
  append: command(3, (client, [key = '', value = '']) => {
    const whole = (stringOf(client, key) ?? '') + value;
    replace(client, key, whole);
    return whole.length;
  }),
  strlen: command(2, (client, [key = '']) => stringOf(client, key)?.length ?? 0),
  getrange: command(4, (client, [key = '', start, stop]) => {
    const value = stringOf(client, key) ?? '';
    const { first, last } = stringRangeOf(value.length, integer(start), integer(stop));
    return value.slice(first, last + 1);
  }),
  setrange: command(4, (client, [key = '', offset, value = '']) => {
    const place = integer(offset);
    if (place < 0) throw new ErrorReply('ERR offset is out of range');
    const before = stringOf(client, key) ?? '';
    if (value === '') return before.length;
    if (place + value.length > maxStringLength)
      throw new ErrorReply('ERR string exceeds maximum allowed size (proto-max-bulk-len)');
    const whole = before.padEnd(place, '\0').slice(0, place) + value + before.slice(place + value.length);
    replace(client, key, whole);
    return whole.length;
  }),
  incr: command(2, (client, [key = '']) => increment(client, key, 1n)),
  decr: command(2, (client, [key = '']) => increment(client, key, -1n)),
  incrby: command(3, (client, [key = '', by]) => increment(client, key, bigInteger(by))),
  decrby: command(3, (client, [key = '', by]) => increment(client, key, -bigInteger(by))),
  incrbyfloat: command(3, (client, [key = '', by]) => {
    const value = float(stringOf(client, key) ?? '0') + float(by);
    if (!Number.isFinite(value)) throw new ErrorReply('ERR increment would produce NaN or Infinity');
    const text = decimalOf(value);
    replace(client, key, text);
    return text;
  }),
  setbit: command(4, (client, [key = '', offset, bit]) => {
    const place = bitOffset(offset);
    if (bit !== '0' && bit !== '1') throw new ErrorReply('ERR bit is not an integer or out of range');
    const bytes = Buffer.from((stringOf(client, key) ?? '').padEnd((place >> 3) + 1, '\0'), 'latin1');
    const mask = 0x80 >> (place & 7);
    const before = (bytes[place >> 3] ?? 0) & mask;
    bytes[place >> 3] = bit === '1' ? (bytes[place >> 3] ?? 0) | mask : (bytes[place >> 3] ?? 0) & ~mask;
    replace(client, key, bytes.toString('latin1'));
    return before === 0 ? 0 : 1;
  }),
  getbit: command(3, (client, [key = '', offset]) => {
    const place = bitOffset(offset);
    return ((stringOf(client, key) ?? '').charCodeAt(place >> 3) & (0x80 >> (place & 7))) === 0 ? 0 : 1;
  }),
  bitcount: command(-2, (client, [key = '', ...words]) => {
    const value = stringOf(client, key);
    if (value === undefined) return 0;
    if (words.length === 1) throw syntaxError();
    const { bits, first, end } = bitRange(value, words);
    return bits.slice(first, end).replaceAll('0', '').length;
  }),
  bitpos: command(-3, (client, [key = '', bit, ...words]) => {
    if (integer(bit) !== 0 && integer(bit) !== 1) throw new ErrorReply('ERR The bit argument must be 1 or 0.');
    const value = stringOf(client, key);
    if (value === undefined) return bit === '0' ? 0 : -1;
    const { bits, first, end } = bitRange(value, words);
    const found = bits.slice(0, end).indexOf(bit ?? '', first);
    const isOpen = bit === '0' && words.length < 2 && first < end;
    return found < 0 && isOpen ? bits.length : found;
  }),
  bitop: command(-4, (client, [operation = '', target = '', ...keys]) => {
    const values = keys.map((key) => Buffer.from(stringOf(client, key) ?? '', 'latin1'));
    const length = Math.max(0, ...values.map((value) => value.length));
    const combine = {
      AND: (a: number, b: number) => a & b,
      OR: (a: number, b: number) => a | b,
      XOR: (a: number, b: number) => a ^ b,
    };
    const name = operation.toUpperCase();
    if (name !== 'NOT' && !Object.hasOwn(combine, name)) throw syntaxError();
    if (name === 'NOT' && keys.length > 1)
      throw new ErrorReply('ERR BITOP NOT must be called with a single source key.');
    const result = Buffer.alloc(length);
    for (let index = 0; index < length; index += 1) {
      const bytes = values.map((value) => value[index] ?? 0);
      if (name === 'NOT') result[index] = ~(bytes[0] ?? 0);
      else result[index] = bytes.reduce(combine[name as keyof typeof combine]);
    }
    if (length === 0) client.database.delete(target);
    else client.database.put(target, { type: 'string', value: result.toString('latin1') });
    return length;
  }),
  substr: command(4, (client, args) => stringCommands['getrange']?.run(client, args) as Reply),
  // The elements are counted exactly.
  pfadd: command(-2, (client, [key = '', ...elements]) => {
    const before = elementsOf(client, key);
    const all = new Set([...before, ...elements]);
    if (all.size === before.size && client.database.has(key)) return 0;
    client.database.put(key, { type: 'string', value: `HYLL${JSON.stringify([...all])}` }, true);
    return 1;
  }),
  pfcount: command(-2, (client, keys) => new Set(keys.flatMap((key) => [...elementsOf(client, key)])).size),
  pfmerge: command(-2, (client, [key = '', ...others]) => {
    const all = new Set([key, ...others].flatMap((each) => [...elementsOf(client, each)]));
    client.database.put(key, { type: 'string', value: `HYLL${JSON.stringify([...all])}` }, true);
    return new SimpleReply('OK');
  }),
};

function elementsOf(client: Client, key: string): Set<string> {
  const value = stringOf(client, key);
  if (value === undefined) return new Set();
  if (!value.startsWith('HYLL[')) throw new ErrorReply('WRONGTYPE Key is not a valid HyperLogLog string value.');
  try {
    return new Set(JSON.parse(value.slice(4)) as string[]);
  } catch {
    throw new ErrorReply('INVALIDOBJ Corrupted HLL object detected');
  }
}

function bitOffset(text: string | undefined): number {
  const message = 'ERR bit offset is not an integer or out of range';
  const place = integer(text, 0, message);
  if (place >= 2 ** 32) throw new ErrorReply(message);
  return place;
}

/** Reads `[start [end [BYTE|BIT]]]`, and returns the bits of a string with those limits. @throws ErrorReply */
function bitRange(
  value: string,
  [start = '0', stop = '-1', unit = 'BYTE', ...rest]: readonly string[],
): { readonly bits: string; readonly first: number; readonly end: number } {
  if (rest.length > 0 || !/^(byte|bit)$/i.test(unit)) throw syntaxError();
  const bits = [...Buffer.from(value, 'latin1')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const scale = unit.toUpperCase() === 'BIT' ? 1 : 8;
  const { first, last } = stringRangeOf(bits.length / scale, integer(start), integer(stop));
  return { bits, first: first * scale, end: (last + 1) * scale };
}

/** Returns a number without an exponent, as values are stored. */
export function decimalOf(value: number): string {
  const text = formatNumber(value);
  if (!text.includes('e')) return text;
  return value.toFixed(17).replace(/\.?0+$/, '');
}
