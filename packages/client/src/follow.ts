/** The progress of a pull, a push or a build, shown as lines. */

/** What such a stream tells, in any version. */
export interface ProgressItem {
  readonly id?: string;
  readonly status?: string;
  readonly progress?: string;
  readonly stream?: string;
  readonly aux?: unknown;
}

/** A stream of progress whose items are these. */
type AuxOf<Item> = Item extends { readonly aux?: infer Aux } ? Exclude<Aux, undefined> : never;

export interface FollowOptions<Item> {
  readonly onItem?: (item: Item) => void;
  /** Takes each line, without its end; by default lines go to standard error. */
  readonly write?: (line: string) => void;
  /** Whether lines are rewritten in place, as a terminal can; by default whether standard error is one. */
  readonly tty?: boolean;
}

/**
 * Reads to the end and shows it: on a terminal one line for each layer, rewritten; else a line for each step.
 * @returns the last `aux`: the id of a built image, the digest of a pushed one
 * @throws StreamError when the stream tells a failure
 */
export async function follow<Item extends object>(
  stream: AsyncIterable<Item>,
  { onItem, write = (line) => process.stderr.write(`${line}\n`), tty }: FollowOptions<Item> = {},
): Promise<AuxOf<Item> | undefined> {
  const lines = new Lines(write, tty ?? process.stderr.isTTY === true);
  let aux: AuxOf<Item> | undefined;
  try {
    for await (const item of stream) {
      onItem?.(item);
      const told = item as ProgressItem;
      lines.show(told);
      // A trace of the newer builder is text under a name of its own, and no result.
      if (told.aux !== undefined && told.aux !== null && typeof told.aux !== 'string') aux = told.aux as AuxOf<Item>;
    }
  } finally {
    lines.end();
  }
  return aux;
}

class Lines {
  readonly #rows = new Map<string, number>();
  readonly #last = new Map<string, string>();
  #count = 0;
  #text = '';

  constructor(
    readonly write: (line: string) => void,
    readonly tty: boolean,
  ) {}

  show({ id, status, progress, stream }: ProgressItem): void {
    if (typeof stream === 'string') return this.#stream(stream);
    if (typeof status !== 'string') return;
    if (typeof id !== 'string' || id === '') return this.#plain(status);
    const bar = this.tty && typeof progress === 'string' && progress !== '' ? ` ${progress}` : '';
    const line = `${id}: ${status}${bar}`;
    if (this.#last.get(id) === line) return;
    this.#last.set(id, line);
    if (!this.tty) return this.write(line);
    const row = this.#rows.get(id);
    if (row === undefined) {
      this.#rows.set(id, this.#count);
      return this.#plain(line);
    }
    // Up to its line, which is cleared, and down again; the line's end goes down one.
    const up = this.#count - row;
    this.write(`\x1b[${up}A\r\x1b[2K${line}${up > 1 ? `\x1b[${up - 1}B` : ''}\r`);
  }

  end(): void {
    if (this.#text !== '') this.#plain(this.#text);
    this.#text = '';
  }

  #stream(text: string): void {
    const parts = (this.#text + text).split('\n');
    this.#text = parts.pop() ?? '';
    for (const part of parts) this.#plain(part.replace(/\r$/, ''));
    // Layers pulled for another step get lines of their own.
    this.#rows.clear();
  }

  #plain(line: string): void {
    this.#count += 1;
    this.write(line);
  }
}
