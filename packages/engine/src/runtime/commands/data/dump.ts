/** Dumps of bytes: `od`, `hexdump`, `xxd` and `strings`. */
import { CommandError } from '../command.js';
import { readCount, readOptions } from '../options.js';
import type { ByteStreams, TextCommand } from '../text/bytes.js';
import { formatFloat } from '../text/printf.js';

/** A column of a dump: how many bytes it shows, how wide it is, and its text. */
interface DumpColumn {
  readonly size: number;
  readonly width: number;
  readonly text: (bytes: Buffer) => string;
}

const letterNames: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};
const namedLetters =
  'nul soh stx etx eot enq ack bel bs ht nl vt ff cr so si dle dc1 dc2 dc3 dc4 nak syn etb can em sub esc fs gs rs us sp'.split(
    ' ',
  );

const character: DumpColumn = {
  size: 1,
  width: 4,
  text: (bytes) => {
    const byte = bytes[0] ?? 0;
    return (
      letterNames[byte] ?? (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0'))
    );
  },
};

const named: DumpColumn = {
  size: 1,
  width: 4,
  text: (bytes) => {
    const byte = (bytes[0] ?? 0) & 127;
    return byte === 127 ? 'del' : (namedLetters[byte] ?? String.fromCharCode(byte));
  },
};

/** Columns of integers in bytes of the machine's order: their width is that of the largest. */
function integers(size: number, base: 8 | 10 | 16, isSigned = false): DumpColumn {
  const digits = Math.ceil((size * 8) / Math.log2(base)) + (isSigned ? 1 : 0);
  return {
    size,
    width: digits + 1,
    text: (bytes) => {
      const value = [...bytes].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      const text = (isSigned ? BigInt.asIntN(size * 8, value) : value).toString(base);
      return base === 10 ? text : text.padStart(digits, '0');
    },
  };
}

const floats: Readonly<Record<number, DumpColumn>> = {
  4: { size: 4, width: 16, text: (bytes) => formatFloat(bytes.readFloatLE(), 'g', 8) },
  8: { size: 8, width: 25, text: (bytes) => formatFloat(bytes.readDoubleLE(), 'g', 17) },
};

const shortTypes: Readonly<Record<string, DumpColumn>> = {
  a: named,
  b: integers(1, 8),
  c: character,
  d: integers(2, 10),
  h: integers(2, 16),
  i: integers(2, 10, true),
  l: integers(4, 10, true),
  o: integers(2, 8),
  s: integers(2, 10, true),
  x: integers(2, 16),
};

/** @throws CommandError */
function columnOf(type: string): DumpColumn {
  const [, kind = '', size = '', rest = ''] = /^([acdouxf])(\d+|[CSIL]?)(.*)$/.exec(type) ?? [];
  const bytes = { C: 1, S: 2, I: 4, L: 8 }[size] ?? (size === '' ? (kind === 'f' ? 8 : 4) : Number(size));
  if (kind === '' || rest !== '' || ![1, 2, 4, 8].includes(bytes))
    throw new CommandError(`invalid type string '${type}'; 4294967295-byte integral type is not supported`);
  if (kind === 'a') return named;
  if (kind === 'c') return character;
  const float = floats[bytes];
  if (kind === 'f' && float !== undefined) return float;
  return integers(bytes, kind === 'o' ? 8 : kind === 'x' ? 16 : 10, kind === 'd');
}

/** Reads all files, or the input. */
async function inputOf(streams: ByteStreams, names: readonly string[]): Promise<Buffer> {
  const parts: string[] = [];
  for (const name of names.length === 0 ? ['-'] : names)
    parts.push((await streams.attempt(() => streams.read(name))) ?? '');
  return Buffer.from(parts.join(''), 'latin1');
}

interface Dump {
  readonly data: Buffer;
  /** The position of the first byte. */
  readonly start: number;
  readonly width: number;
  readonly showsAll: boolean;
  readonly line: (bytes: Buffer, at: number) => string;
  readonly end: string;
}

/** Prints lines of bytes; lines that are equal to the one before are a star. */
async function dump(streams: ByteStreams, { data, start, width, showsAll, line, end }: Dump): Promise<void> {
  const lines: string[] = [];
  let isRepeated = false;
  for (let at = 0; at < data.length; at += width) {
    const bytes = data.subarray(at, at + width);
    const isEqual = at > 0 && bytes.length === width && bytes.equals(data.subarray(at - width, at));
    if (isEqual && !showsAll) {
      if (!isRepeated) lines.push('*');
      isRepeated = true;
      continue;
    }
    isRepeated = false;
    lines.push(line(bytes, start + at));
  }
  if (end !== '') lines.push(end);
  await streams.print(lines.map((each) => `${each}\n`).join(''));
}

function chunksOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => {
    const chunk = bytes.subarray(index * size, (index + 1) * size);
    return chunk.length === size ? chunk : Buffer.concat([chunk, Buffer.alloc(size - chunk.length)]);
  });
}

export const od: TextCommand = async (streams, words) => {
  const { flags, values, given, operands } = readOptions(words, { letters: 'aA:bcdhij:lN:ost:vw::x' });
  const columns = given.flatMap(([letter, value]) =>
    letter === 't' ? [columnOf(value)] : Object.hasOwn(shortTypes, letter) ? (shortTypes[letter] ?? []) : [],
  );
  if (columns.length === 0) columns.push(integers(2, 8));
  const radix = values.get('A') ?? 'o';
  const bases: Readonly<Record<string, [base: number, digits: number]>> = {
    o: [8, 7],
    d: [10, 7],
    x: [16, 6],
    n: [10, 0],
  };
  const [base, digits] = bases[radix] ?? [0, 0];
  if (base === 0) throw new CommandError(`bad output address radix '${radix}' (must be [doxn])`);
  const place = (at: number): string => (radix === 'n' ? '' : at.toString(base).padStart(digits, '0'));
  const skip = readCount(values.get('j') ?? '0');
  const all = await inputOf(streams, operands);
  const data = all.subarray(skip, values.has('N') ? skip + readCount(values.get('N') ?? '') : undefined);
  if (streams.code !== 0 && all.length === 0) return;
  await dump(streams, {
    data,
    start: skip,
    width: values.has('w') ? readCount(values.get('w') || '32', '') : 16,
    showsAll: flags.has('v'),
    line: (bytes, at) =>
      columns
        .map(({ size, width, text }, index) => {
          const cells = chunksOf(bytes, size).map((chunk) => text(chunk).padStart(width));
          return (index === 0 ? place(at) : ' '.repeat(place(at).length)) + cells.join('');
        })
        .join('\n'),
    end: place(skip + data.length),
  });
};

const printable = (bytes: Buffer): string => bytes.toString('latin1').replaceAll(/[^ -~]/g, '.');
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

export const hexdump: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'bcCdn:os:vx' });
  const skip = readCount(values.get('s') ?? '0');
  const data = (await inputOf(streams, operands)).subarray(
    skip,
    values.has('n') ? skip + readCount(values.get('n') ?? '') : undefined,
  );
  if (data.length === 0) return;
  const [digits, padding] = flags.has('C') ? [8, 0] : [7, 0];
  const place = (at: number): string => at.toString(16).padStart(digits + padding, '0');
  const word = (chunk: Buffer): string => chunk.readUInt16LE().toString(16).padStart(4, '0');
  const words16: readonly [size: number, cell: number, text: (chunk: Buffer) => string] = flags.has('b')
    ? [1, 4, integers(1, 8).text]
    : flags.has('c')
      ? [1, 4, character.text]
      : flags.has('x')
        ? [2, 8, word]
        : flags.has('d')
          ? [2, 8, (chunk) => String(chunk.readUInt16LE()).padStart(5, '0')]
          : flags.has('o')
            ? [2, 8, integers(2, 8).text]
            : [2, 5, word];
  const line = (bytes: Buffer, at: number): string => {
    if (flags.has('C')) {
      const cells = [...bytes].map((byte, index) => `${index === 8 ? ' ' : ''}${hex(byte)} `);
      return `${place(at)}  ${cells.join('').padEnd(50)}|${printable(bytes)}|`;
    }
    const [size, cell, text] = words16;
    return (
      place(at) +
      chunksOf(bytes, size)
        .map((chunk) => text(chunk).padStart(cell))
        .join('')
        .padEnd((16 / size) * cell)
    );
  };
  await dump(streams, { data, start: skip, width: 16, showsAll: flags.has('v'), line, end: place(skip + data.length) });
};

export const xxd: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'pirs:c:g:l:' });
  const [name = '-'] = operands;
  const skip = readCount(values.get('s') ?? '0');
  const all = await inputOf(streams, [name]);
  if (streams.code !== 0) return;
  if (flags.has('r')) {
    const text = all.toString('latin1');
    const digits = flags.has('p') ? text : text.replaceAll(/^[0-9a-f]+: ((?:[0-9a-f]+ ?)+).*$/gm, '$1');
    return streams.print(Buffer.from(digits.replaceAll(/[^0-9a-fA-F]/g, ''), 'hex').toString('latin1'));
  }
  const data = all.subarray(skip, values.has('l') ? skip + readCount(values.get('l') ?? '') : undefined);
  const width = readCount(values.get('c') ?? (flags.has('p') ? '30' : flags.has('i') ? '12' : '16'), '');
  if (flags.has('i')) {
    const label = name.replaceAll(/[^a-zA-Z0-9]/g, '_');
    const lines = rowsOf(data, width).map((row) => `  ${[...row].map((byte) => `0x${hex(byte)},`).join(' ')}\n`);
    const isNamed = name !== '-';
    const text = lines.join('');
    return streams.print(
      isNamed ? `unsigned char ${label}[] = {\n${text}};\nunsigned int ${label}_len = ${data.length};\n` : text,
    );
  }
  const group = Math.max(1, readCount(values.get('g') ?? '2', ''));
  const cells = (bytes: Buffer): string =>
    [...bytes].map((byte, index) => hex(byte) + ((index + 1) % group === 0 ? ' ' : '')).join('');
  const columns = width * 2 + Math.ceil(width / group);
  await dump(streams, {
    data,
    start: skip,
    width,
    showsAll: true,
    line: (bytes, at) =>
      flags.has('p')
        ? bytes.toString('hex')
        : `${at.toString(16).padStart(8, '0')}: ${cells(bytes).padEnd(columns)} ${printable(bytes)}`,
    end: '',
  });
};

function rowsOf(data: Buffer, width: number): Buffer[] {
  return Array.from({ length: Math.ceil(data.length / width) }, (_, row) =>
    data.subarray(row * width, (row + 1) * width),
  );
}

export const strings: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'afon:t:' });
  const length = readCount(values.get('n') ?? '4', '');
  const radix = flags.has('o') ? 8 : { o: 8, d: 10, x: 16 }[values.get('t') ?? ''];
  for (const name of operands.length === 0 ? ['-'] : operands) {
    const text = (await inputOf(streams, [name])).toString('latin1');
    for (const { 0: found, index } of text.matchAll(/[ -~\t]+/g)) {
      if (found.length < length) continue;
      const place = radix === undefined ? '' : `${index.toString(radix).padStart(7)} `;
      await streams.print(`${flags.has('f') ? `${name}: ` : ''}${place}${found}\n`);
    }
  }
};
