/** The table `cmsgpack` of scripts: MessagePack, which BullMQ packs its arguments with. */
import {
  argumentError,
  LuaError,
  numberArgument,
  stringArgument,
  type LuaFunction,
  type LuaValue,
} from './lua-value.js';

/** Deeper values are packed as nil. */
const maxNesting = 16;

function bytesOf(size: number, write: (bytes: Buffer) => void): string {
  const bytes = Buffer.alloc(size);
  write(bytes);
  return bytes.toString('latin1');
}

/** Returns a marker and a length, with the first of the sizes that can hold it. */
function header(length: number, sizes: readonly (readonly [bytes: number, marker: number])[]): string {
  const [size, marker] = sizes.find(([bytes]) => length < 256 ** bytes) ?? [4, 0];
  return String.fromCharCode(marker) + bytesOf(size, (bytes) => bytes.writeUIntBE(length, 0, size));
}

function packNumber(value: number): string {
  if (!Number.isInteger(value) || value >= 2 ** 63 || value < -(2 ** 63))
    return Math.fround(value) === value
      ? `\xca${bytesOf(4, (bytes) => bytes.writeFloatBE(value))}`
      : `\xcb${bytesOf(8, (bytes) => bytes.writeDoubleBE(value))}`;
  if (value >= -32 && value < 128) return String.fromCharCode(value & 0xff);
  const power = [0, 1, 2].find((each) => value < 256 ** (2 ** each) && value >= -(256 ** (2 ** each)) / 2) ?? 3;
  const bytes = bytesOf(8, (all) => all.writeBigInt64BE(BigInt.asIntN(64, BigInt(value))));
  return String.fromCharCode((value < 0 ? 0xd0 : 0xcc) + power) + bytes.slice(-(2 ** power));
}

function packTable(table: ReadonlyMap<LuaValue, LuaValue>, depth: number): string {
  const keys = [...table.keys()];
  const isArray = keys.every((key) => Number.isInteger(key) && (key as number) > 0 && (key as number) <= table.size);
  const items = isArray
    ? keys.map((_, index) => pack(table.get(index + 1), depth + 1))
    : [...table].map(([key, value]) => pack(key, depth + 1) + pack(value, depth + 1));
  const short = String.fromCharCode((isArray ? 0x90 : 0x80) | table.size);
  const long = isArray ? 0xdc : 0xde;
  return (table.size < 16 ? short : header(table.size, [[2, long], [4, long + 1]])) + items.join(''); // prettier-ignore
}

function pack(value: LuaValue, depth: number): string {
  if (typeof value === 'number') return packNumber(value);
  if (typeof value === 'boolean') return value ? '\xc3' : '\xc2';
  if (typeof value === 'string') {
    const { length } = value;
    return (length < 32 ? String.fromCharCode(0xa0 | length) : header(length, [[1, 0xd9], [2, 0xda], [4, 0xdb]])) + value; // prettier-ignore
  }
  return value instanceof Map && depth < maxNesting ? packTable(value, depth) : '\xc0';
}

/** Reads values one after the other. */
class Unpacker {
  readonly #bytes: Buffer;
  position: number;

  constructor(text: string, position: number) {
    this.#bytes = Buffer.from(text, 'latin1');
    this.position = position;
  }

  get isAtEnd(): boolean {
    return this.position >= this.#bytes.length;
  }

  /** @throws LuaError */
  value(): LuaValue {
    const marker = this.#integer(1);
    if (marker < 0x80) return marker;
    if (marker >= 0xe0) return marker - 256;
    if (marker < 0x90) return this.#map(marker & 15);
    if (marker < 0xa0) return this.#array(marker & 15);
    if (marker < 0xc0) return this.#string(marker & 31);
    if (marker === 0xc0) return undefined;
    if (marker === 0xc2 || marker === 0xc3) return marker === 0xc3;
    if (marker >= 0xc4 && marker <= 0xc6) return this.#string(this.#integer(2 ** (marker - 0xc4)));
    if (marker === 0xca) return this.#take(4).readFloatBE();
    if (marker === 0xcb) return this.#take(8).readDoubleBE();
    if (marker === 0xcf) return Number(this.#take(8).readBigUInt64BE());
    if (marker === 0xd3) return Number(this.#take(8).readBigInt64BE());
    if (marker >= 0xcc && marker <= 0xce) return this.#integer(2 ** (marker - 0xcc));
    if (marker >= 0xd0 && marker <= 0xd2) {
      const size = 2 ** (marker - 0xd0);
      return this.#take(size).readIntBE(0, size);
    }
    if (marker >= 0xd9 && marker <= 0xdb) return this.#string(this.#integer(2 ** (marker - 0xd9)));
    if (marker === 0xdc || marker === 0xdd) return this.#array(this.#integer(marker === 0xdc ? 2 : 4));
    if (marker === 0xde || marker === 0xdf) return this.#map(this.#integer(marker === 0xde ? 2 : 4));
    throw new LuaError('Bad data format in input.');
  }

  #take(size: number): Buffer {
    const bytes = this.#bytes.subarray(this.position, this.position + size);
    if (bytes.length < size) throw new LuaError('Missing bytes in input.');
    this.position += size;
    return bytes;
  }

  #integer(size: number): number {
    return this.#take(size).readUIntBE(0, size);
  }

  #string(size: number): string {
    return this.#take(size).toString('latin1');
  }

  #array(size: number): LuaValue[] {
    const items: LuaValue[] = [];
    for (let index = 0; index < size; index += 1) items.push(this.value());
    return items;
  }

  #map(size: number): ReadonlyMap<LuaValue, LuaValue> {
    const entries = new Map<LuaValue, LuaValue>();
    for (let index = 0; index < size; index += 1) entries.set(this.value(), this.value());
    return entries;
  }
}

function unpack(name: string, input: LuaValue, limit: LuaValue, offset: LuaValue): readonly LuaValue[] {
  const text = stringArgument(name, input);
  const [count, start] = [numberArgument(name, limit, 2), numberArgument(name, offset, name === 'unpack_one' ? 2 : 3)];
  if (start < 0 || count < 0)
    throw new LuaError(`Invalid request to unpack with offset of ${start} and limit of ${count}.`);
  if (start > text.length) throw new LuaError(`Start offset ${start} greater than input length ${text.length}.`);
  const unpacker = new Unpacker(text, start);
  const values: LuaValue[] = [];
  while (!unpacker.isAtEnd && (name === 'unpack' || values.length < count)) values.push(unpacker.value());
  return name === 'unpack' ? values : [unpacker.isAtEnd ? -1 : unpacker.position, ...values];
}

export const cmsgpack: Readonly<Record<string, LuaFunction>> = {
  pack: (...values) => {
    if (values.length === 0) throw argumentError(0, 'pack', 'MessagePack pack needs input.');
    return [values.map((each) => pack(each, 0)).join('')];
  },
  unpack: (text) => unpack('unpack', text, 0, 0),
  unpack_one: (text, offset = 0) => unpack('unpack_one', text, 1, offset),
  unpack_limit: (text, limit, offset = 0) => unpack('unpack_limit', text, limit, offset),
};
