/** Writes progress as lines, and on a terminal tracks the row of each line. */

// Matches whole sequences, whose tails would otherwise remain as letters: CSI; OSC and similar ones up to their
// terminator; two-byte sequences.
const sequences =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;

// Matches all other control characters, and those that change the writing direction.
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Strips a line of colours, cursor movements, titles and all other control characters, and replaces tabs by spaces. If
 * carriage returns overwrote the line, the part after the last one remains.
 */
function stripControlSequences(line: string): string {
  const last = line.replace(/\r+$/, '').replace(/^.*\r/s, '');
  return last.replace(sequences, '').replaceAll('\t', ' ').replace(controls, '');
}

/** An item of a progress stream, in any version. */
export interface ProgressItem {
  readonly id?: string;
  readonly status?: string;
  readonly progress?: string;
  readonly stream?: string;
}

/** Where progress is shown: `process.stderr`, or anything that can be written to. */
export interface ProgressOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

export class ProgressLines {
  readonly #output: ProgressOutput;
  readonly #rows = new Map<string, number>();
  readonly #last = new Map<string, string>();
  #count = 0;
  #text = '';

  constructor(output: ProgressOutput) {
    this.#output = output;
  }

  show({ id, status, progress, stream }: ProgressItem): void {
    if (typeof stream === 'string') return this.#stream(stream);
    if (typeof status !== 'string') return;
    if (typeof id !== 'string' || id === '') return this.#plain(stripControlSequences(status));
    const bar = this.#tty && typeof progress === 'string' && progress !== '' ? ` ${progress}` : '';
    const line = stripControlSequences(`${id}: ${status}${bar}`);
    if (this.#last.get(id) === line) return;
    this.#last.set(id, line);
    const row = this.#rows.get(id);
    if (this.#tty && row !== undefined) return this.#rewrite(row, line);
    this.#rows.set(id, this.#count);
    this.#plain(line);
  }

  end(): void {
    if (this.#text !== '') this.#plain(stripControlSequences(this.#text));
    this.#text = '';
  }

  get #tty(): boolean {
    return this.#output.isTTY === true;
  }

  #stream(text: string): void {
    const parts = (this.#text + text).split('\n');
    this.#text = parts.pop() ?? '';
    for (const part of parts) this.#plain(stripControlSequences(part));
    // Layers that are pulled for another build step get new lines.
    this.#rows.clear();
  }

  #rewrite(row: number, line: string): void {
    const up = this.#count - row;
    // The line has scrolled off the screen, where the cursor cannot go.
    if (up >= (this.#output.rows ?? 24)) return;
    // Moves the cursor up to the line, clears and rewrites it, and moves down again; the line end moves down one row.
    this.#output.write(`\x1b[${up}A\r\x1b[2K${this.#cut(line)}${up > 1 ? `\x1b[${up - 1}B` : ''}\r\n`);
  }

  #plain(line: string): void {
    this.#count += 1;
    this.#output.write(`${this.#tty ? this.#cut(line) : line}\n`);
  }

  /** Cuts a line to the width of the terminal: a line that wrapped would shift all others. */
  #cut(line: string): string {
    const columns = this.#output.columns ?? 80;
    if (line.length * 2 < columns) return line;
    let width = 0;
    let visible = '';
    for (const character of line) {
      // Most scripts from Hangul onwards are two columns wide.
      width += character >= '\u1100' ? 2 : 1;
      if (width >= columns) break;
      visible += character;
    }
    return visible;
  }
}
