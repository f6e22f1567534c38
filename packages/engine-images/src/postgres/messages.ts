/** Messages of the protocol of PostgreSQL: a letter, a length, and a body. */

export interface Message {
  readonly type: string;
  readonly body: Buffer;
  /** The whole message. */
  readonly bytes: Buffer;
}

/** The largest message, as PostgreSQL has it. */
const maxMessage = 1024 * 1024 * 1024;

/** Returns the whole messages at the beginning of bytes, and the rest. @throws Error for a length that is not one */
export function splitMessages(bytes: Buffer): { readonly messages: Message[]; readonly rest: Buffer } {
  const messages: Message[] = [];
  let start = 0;
  while (bytes.length - start >= 5) {
    const length = bytes.readInt32BE(start + 1);
    if (length < 4 || length > maxMessage) throw new Error('invalid message length');
    const end = start + 1 + length;
    if (end > bytes.length) break;
    const type = String.fromCharCode(bytes[start] ?? 0);
    messages.push({ type, body: bytes.subarray(start + 5, end), bytes: bytes.subarray(start, end) });
    start = end;
  }
  return { messages, rest: bytes.subarray(start) };
}

export function message(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** A text that ends with a zero. */
export function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Reads a text that ends with a zero. @returns the text and where the next begins */
export function textAt(bytes: Buffer, start: number): { readonly value: string; readonly next: number } {
  const end = bytes.indexOf(0, start);
  const stop = end < 0 ? bytes.length : end;
  return { value: bytes.toString('utf8', start, stop), next: stop + 1 };
}

export function query(sql: string): Buffer {
  return message('Q', text(sql));
}

export interface ErrorFields {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly detail?: string;
  readonly hint?: string;
}

export function errorMessage({ severity, code, message: reason, detail, hint }: ErrorFields): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, `M${reason}`];
  if (detail !== undefined) fields.push(`D${detail}`);
  if (hint !== undefined) fields.push(`H${hint}`);
  return message('E', ...fields.map(text), Buffer.alloc(1));
}

/** Reads the fields of an error or a notice, by their letters. */
export function fieldsOf(body: Buffer): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (let place = 0; place < body.length && body[place] !== 0;) {
    const { value, next } = textAt(body, place + 1);
    fields[String.fromCharCode(body[place] ?? 0)] = value;
    place = next;
  }
  return fields;
}

/** Returns the values of a row as text. */
export function rowOf(body: Buffer): (string | null)[] {
  const values: (string | null)[] = [];
  let place = 2;
  for (let index = 0; index < body.readInt16BE(0); index += 1) {
    const length = body.readInt32BE(place);
    place += 4;
    values.push(length < 0 ? null : body.toString('utf8', place, place + length));
    place += Math.max(0, length);
  }
  return values;
}
