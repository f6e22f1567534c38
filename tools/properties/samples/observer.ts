/** A socket in front of an engine that remembers the last response, whatever program sent the request. */
import { createServer, connect, type Server } from 'node:net';

export interface ObservedResponse {
  readonly status: string;
  readonly mediaType: string;
  readonly body: string;
}

export class Observer {
  readonly #chunks: Buffer[] = [];
  readonly #server: Server;
  #last = 0;

  constructor(engine: string) {
    this.#server = createServer((client) => {
      const upstream = connect(engine);
      upstream.on('data', (chunk: Buffer) => {
        this.#chunks.push(chunk);
        this.#last = performance.now();
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
      client.on('close', () => upstream.destroy());
      upstream.pipe(client);
      client.pipe(upstream);
    });
  }

  listen(socket: string): Promise<void> {
    return new Promise((resolve) => this.#server.listen(socket, resolve));
  }

  close(): void {
    this.#server.close();
  }

  /** The milliseconds since the last bytes of a response; 0 if none came. */
  get quiet(): number {
    return this.#chunks.length === 0 ? 0 : performance.now() - this.#last;
  }

  /** Returns the last response since it was called before; undefined if there is none. */
  take(): ObservedResponse | undefined {
    const text = Buffer.concat(this.#chunks.splice(0)).toString('utf8');
    const last = text.split(/(?=HTTP\/1\.1 \d{3} )/).at(-1) ?? '';
    const [, status, head = '', rest = ''] = /^HTTP\/1\.1 (\d{3}) ([^]*?)\r\n\r\n([^]*)$/.exec(last) ?? [];
    if (status === undefined) return undefined;
    const mediaType = /^content-type: *([^;\r\n]*)/im.exec(head)?.[1] ?? '';
    return { status, mediaType, body: /^transfer-encoding: *chunked/im.test(head) ? joined(rest) : rest };
  }
}

/** Joins the chunks of a body, as far as it was received. */
function joined(text: string): string {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    const size = end < 0 ? 0 : Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (!(size > 0)) return Buffer.concat(chunks).toString('utf8');
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
