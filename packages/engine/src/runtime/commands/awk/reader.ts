/** Reads records from a file, the input, or the output of a command. All strings are bytes. */
import { CommandError } from '../command.js';
import { posixExpression } from '../text/regular-expression.js';

export class RecordReader {
  readonly #chunks: AsyncIterator<string>;
  #text = '';
  #at = 0;
  #isEnded = false;

  constructor(chunks: AsyncIterable<string> | Iterable<string>) {
    this.#chunks = (async function* () {
      yield* chunks;
    })();
  }

  /**
   * Returns the next record, without its separator; undefined at the end.
   *
   * @param separator a character; a regular expression; or nothing, for blank lines
   */
  async next(separator: string): Promise<string | undefined> {
    if (separator === '') await this.#skipLines();
    const find = finderOf(separator);
    for (let from = this.#at; ;) {
      const found = find(this.#text, from);
      // What matches at the end may go on in the next piece.
      if (found !== undefined && (this.#isEnded || separator.length === 1 || found.end < this.#text.length)) {
        const record = this.#text.slice(this.#at, found.start);
        this.#at = found.end;
        return record;
      }
      const length = this.#text.length - this.#at;
      if (!(await this.#fill())) {
        if (found !== undefined) continue;
        if (length === 0) return undefined;
        const record = this.#text.slice(this.#at);
        this.#at = this.#text.length;
        return separator === '' ? record.replace(/\n$/, '') : record;
      }
      from = separator.length === 1 ? this.#at + length : this.#at;
    }
  }

  /** Reads more. @returns false at the end */
  async #fill(): Promise<boolean> {
    if (this.#isEnded) return false;
    const { done, value } = await this.#chunks.next();
    if (done === true) {
      this.#isEnded = true;
      return this.#at < this.#text.length;
    }
    this.#text = this.#text.slice(this.#at) + value;
    this.#at = 0;
    if (this.#text.length > 1 << 26) throw new CommandError('out of memory');
    return true;
  }

  async #skipLines(): Promise<void> {
    for (;;) {
      while (this.#text[this.#at] === '\n') this.#at += 1;
      if (this.#at < this.#text.length || !(await this.#fill())) return;
    }
  }
}

type Finder = (text: string, from: number) => { readonly start: number; readonly end: number } | undefined;

function finderOf(separator: string): Finder {
  if (separator.length === 1)
    return (text, from) => {
      const start = text.indexOf(separator, from);
      return start < 0 ? undefined : { start, end: start + 1 };
    };
  const expression = posixExpression(separator === '' ? '\n\n+' : separator, true);
  return (text, from) => {
    const found = expression.findFrom(text, from);
    return found === undefined ? undefined : { start: found.index, end: found.index + (found.texts[0]?.length ?? 0) };
  };
}
