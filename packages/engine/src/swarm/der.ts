/** The encoding of certificates (DER): writes values, and reads the structure of others. */

export function derSequence(...items: readonly Buffer[]): Buffer {
  return derValue(0x30, Buffer.concat(items));
}

export function derValue(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, content]);
}

/** @param dotted an object identifier such as `2.5.4.3` */
export function derIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift(0x80 | (left & 0x7f));
    return digits;
  });
  return derValue(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

/** Returns the parts of a value that contains others. */
export function derParts(value: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let begin = headerOf(value, 0).begin; begin < value.length;) {
    const { end } = headerOf(value, begin);
    parts.push(value.subarray(begin, end));
    begin = end;
  }
  return parts;
}

function headerOf(value: Buffer, at: number): { readonly begin: number; readonly end: number } {
  const first = value[at + 1] ?? 0;
  if (first < 0x80) return { begin: at + 2, end: at + 2 + first };
  const digits = first & 0x7f;
  const begin = at + 2 + digits;
  return { begin, end: begin + value.readUIntBE(at + 2, digits) };
}
