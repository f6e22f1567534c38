// Parses HTTP/1.1 messages in one direction of a connection. It only observes: the proxy forwards the bytes unchanged.

export type Headers = Readonly<Record<string, string>>;

export interface Head {
  readonly start: string;
  readonly headers: Headers;
}

/** The framing of a body: how the bytes after a head are parsed. */
export type Framing = ContentLength | 'chunked' | 'until-close' | 'raw';

interface ContentLength {
  readonly bytes: number;
}

interface MessageEvents {
  head(head: Head): Framing;
  data(chunk: Buffer): void;
  /** Called at the end of a message; `wait` pauses parsing until the other direction has decided what follows. */
  end(): 'next' | 'wait';
  /** Called with bytes of an upgraded connection. */
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

  /** Ends `wait`: either HTTP continues, or the rest of the connection is raw bytes. */
  resume(to: 'next' | 'raw'): void {
    if (this.#state !== 'wait' && to === 'next') return;
    this.#state = to === 'raw' ? 'raw' : 'head';
    while (this.#step());
  }

  /** Ends the direction: the peer has sent its last byte. */
  close(): void {
    if (this.#state === 'until-close') this.#end();
  }

  /** Parses one element; returns false if more bytes are needed. */
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
    // The line end after a chunk's data belongs to that chunk.
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

/** A header by its case-insensitive name: a recording contains the names as they were sent. */
export function header(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === wanted) return value;
  }
  return undefined;
}
