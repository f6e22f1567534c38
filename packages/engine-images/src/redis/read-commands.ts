/** Reads commands from bytes: arrays of strings, and lines of words. */

/** Thrown for bytes that are no command. */
export class ProtocolError extends Error {}

const maxLength = 512 * 1024 * 1024;

export class CommandReader {
  #rest = '';

  /** Adds bytes, and yields the commands that are complete. @throws ProtocolError after those before what is no command */
  *read(data: Buffer): Generator<string[]> {
    this.#rest += data.toString('latin1');
    for (;;) {
      const found = this.#rest.startsWith('*') ? this.#array() : this.#line();
      if (found === undefined) return;
      this.#rest = this.#rest.slice(found.end);
      if (found.words.length > 0) yield found.words;
    }
  }

  #array(): { readonly words: string[]; readonly end: number } | undefined {
    const count = this.#number(1, 'multibulk');
    if (count === undefined) return undefined;
    let { end } = count;
    const words: string[] = [];
    for (let index = 0; index < count.value; index += 1) {
      if (end >= this.#rest.length) return undefined;
      if (this.#rest[end] !== '$') throw new ProtocolError(`expected '$', got '${this.#rest[end]}'`);
      const length = this.#number(end + 1, 'bulk');
      if (length === undefined || this.#rest.length < length.end + length.value + 2) return undefined;
      words.push(this.#rest.slice(length.end, length.end + length.value));
      end = length.end + length.value + 2;
    }
    return { words, end };
  }

  #number(start: number, what: string): { readonly value: number; readonly end: number } | undefined {
    const lineEnd = this.#rest.indexOf('\r\n', start);
    if (lineEnd < 0) {
      if (this.#rest.length - start > 64) throw new ProtocolError(`invalid ${what} length`);
      return undefined;
    }
    const value = Number(this.#rest.slice(start, lineEnd));
    const limit = what === 'bulk' ? maxLength : 1024 * 1024;
    if (!Number.isInteger(value) || value > limit || (what === 'bulk' && value < 0))
      throw new ProtocolError(`invalid ${what} length`);
    return { value, end: lineEnd + 2 };
  }

  #line(): { readonly words: string[]; readonly end: number } | undefined {
    const lineEnd = this.#rest.indexOf('\n');
    if (lineEnd < 0) {
      if (this.#rest.length > 64 * 1024) throw new ProtocolError('too big inline request');
      return undefined;
    }
    return { words: splitWords(this.#rest.slice(0, lineEnd).replace(/\r$/, '')), end: lineEnd + 1 };
  }
}

/** Splits a line into words, which may be quoted. @throws ProtocolError */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  const pattern = /\s+|"((?:[^"\\]|\\.)*)"(?!\S)|'((?:[^'\\]|\\')*)'(?!\S)|([^\s"']+)|(.)/g;
  for (const [, double, single, plain, other] of line.matchAll(pattern)) {
    if (other !== undefined) throw new ProtocolError('unbalanced quotes in request');
    const word = double === undefined ? (single?.replaceAll("\\'", "'") ?? plain) : unescape(double);
    if (word !== undefined) words.push(word);
  }
  return words;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };

function unescape(text: string): string {
  return text.replaceAll(/\\x([0-9a-f]{2})|\\(.)/gi, (_, hex: string | undefined, each: string) =>
    hex === undefined ? (escapes[each] ?? each) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
