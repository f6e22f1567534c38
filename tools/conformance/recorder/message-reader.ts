// Reads HTTP/1.1 messages off one direction of a connection, without owning the bytes: the proxy passes them on untouched.

export type Headers = Readonly<Record<string, string>>;

export interface Head {
  readonly start: string;
  readonly headers: Headers;
}

/** How the bytes after a head are to be read. */
export type Body = Counted | 'chunked' | 'until-close' | 'raw';

interface Counted {
  readonly bytes: number;
}

interface MessageEvents {
  head(head: Head): Body;
  data(chunk: Buffer): void;
  /** The message is whole; `wait` stops reading until the other direction has decided what follows. */
  end(): 'next' | 'wait';
  /** Bytes of a connection that stopped speaking HTTP. */
  raw(chunk: Buffer): void;
}

type State = 'head' | 'body' | 'chunk-size' | 'chunk-data' | 'trailer' | 'until-close' | 'raw' | 'wait';

export class MessageReader {
  #state: State = 'head';
  #held: Buffer = Buffer.alloc(0);
  #left = 0;

  constructor(private readonly events: MessageEvents) {}

  push(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    while (this.#step());
  }

  /** Ends `wait`: either HTTP goes on, or the rest of the connection is bytes. */
  resume(to: 'next' | 'raw'): void {
    if (this.#state !== 'wait' && to === 'next') return;
    this.#state = to === 'raw' ? 'raw' : 'head';
    while (this.#step());
  }

  /** The peer sent its last byte. */
  close(): void {
    if (this.#state === 'until-close') this.#end();
  }

  /** One step of reading; false when more bytes are needed. */
  #step(): boolean {
    switch (this.#state) {
      case 'head':
        return this.#head();
      case 'body':
      case 'chunk-data':
        return this.#counted();
      case 'chunk-size':
        return this.#chunkSize();
      case 'trailer':
        return this.#trailer();
      case 'until-close':
        this.#take((chunk) => this.events.data(chunk));
        return false;
      case 'raw':
        this.#take((chunk) => this.events.raw(chunk));
        return false;
      case 'wait':
        return false;
    }
  }

  #head(): boolean {
    const end = this.#held.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = parseHead(this.#held.subarray(0, end).toString('latin1'));
    this.#held = this.#held.subarray(end + 4);
    const body = this.events.head(head);
    if (body === 'chunked') this.#state = 'chunk-size';
    else if (body === 'until-close' || body === 'raw') this.#state = body;
    else if (body.bytes === 0) this.#end();
    else {
      this.#state = 'body';
      this.#left = body.bytes;
    }
    return true;
  }

  #counted(): boolean {
    if (this.#held.length === 0) return false;
    const chunk = this.#held.subarray(0, this.#left);
    this.#held = this.#held.subarray(chunk.length);
    this.#left -= chunk.length;
    this.events.data(chunk);
    if (this.#left > 0) return false;
    if (this.#state === 'body') this.#end();
    else this.#state = 'chunk-size';
    return true;
  }

  #chunkSize(): boolean {
    const line = this.#line();
    if (line === undefined) return false;
    // The line end after a chunk's data belongs to the chunk before.
    if (line === '') return true;
    this.#left = Number.parseInt(line, 16);
    this.#state = this.#left === 0 ? 'trailer' : 'chunk-data';
    return true;
  }

  #trailer(): boolean {
    const line = this.#line();
    if (line === undefined) return false;
    if (line === '') this.#end();
    return true;
  }

  #line(): string | undefined {
    const end = this.#held.indexOf('\r\n');
    if (end < 0) return undefined;
    const line = this.#held.subarray(0, end).toString('latin1');
    this.#held = this.#held.subarray(end + 2);
    return line;
  }

  #take(give: (chunk: Buffer) => void): void {
    const chunk = this.#held;
    this.#held = Buffer.alloc(0);
    if (chunk.length > 0) give(chunk);
  }

  #end(): void {
    this.#state = this.events.end() === 'wait' ? 'wait' : 'head';
  }
}

function parseHead(text: string): Head {
  const [start = '', ...lines] = text.split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0) continue;
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { start, headers };
}

/** A header whatever its case: engines and clients differ in it, and a recording keeps what was sent. */
export function header(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === wanted) return value;
  }
  return undefined;
}
