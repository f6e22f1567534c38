// Follows one connection in both directions and tells its exchanges, in the order of the requests.

import { content, keptBytes } from './content.js';
import { versionOf, type Exchange, type Session } from './exchange.js';
import { header, MessageReader, type Body, type Head, type Headers } from './message-reader.js';
import { redact } from './redact.js';

class Kept {
  #chunks: Buffer[] = [];
  #kept = 0;
  length = 0;

  add(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.#kept >= keptBytes) return;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly sent: Kept;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly got: Kept;
}

export class Conversation {
  readonly fromClient: MessageReader;
  readonly fromEngine: MessageReader;
  readonly #pending: Asked[] = [];
  #asking: Asked | undefined;
  #answering: Answered | undefined;

  constructor(
    private readonly session: Session,
    private readonly tell: (exchange: Exchange) => void,
  ) {
    this.fromClient = new MessageReader({
      head: (head) => this.#asked(head),
      data: (chunk) => this.#asking?.sent.add(chunk),
      // After an offer to upgrade only the answer says whether HTTP goes on.
      end: () => (this.#asking && header(this.#asking.headers, 'upgrade') !== undefined ? 'wait' : 'next'),
      raw: () => undefined,
    });
    this.fromEngine = new MessageReader({
      head: (head) => this.#answered(head),
      data: (chunk) => this.#answering?.got.add(chunk),
      end: () => this.#done(),
      raw: (chunk) => this.#answering?.got.add(chunk),
    });
  }

  /** The connection is over: whatever was under way is told as far as it came. */
  close(): void {
    this.fromEngine.close();
    this.#done();
  }

  #asked(head: Head): Body {
    const [method = '', path = ''] = head.start.split(' ');
    // HTTP/2 from the first byte: nothing of it is an exchange of this kind.
    if (method === 'PRI') {
      this.fromEngine.resume('raw');
      return 'raw';
    }
    this.#asking = { method, path, headers: head.headers, sent: new Kept() };
    this.#pending.push(this.#asking);
    return framing(head.headers) ?? { bytes: 0 };
  }

  #answered(head: Head): Body {
    const status = Number(head.start.split(' ')[1]);
    if (status >= 100 && status < 200 && status !== 101) return { bytes: 0 };
    this.#answering = { status, headers: head.headers, got: new Kept() };
    if (status === 101) {
      this.fromClient.resume('raw');
      return 'raw';
    }
    if (this.#pending[0]?.method === 'HEAD' || status === 204 || status === 304) return { bytes: 0 };
    return framing(head.headers) ?? 'until-close';
  }

  #done(): 'next' {
    const asked = this.#pending[0];
    const answered = this.#answering;
    if (asked && answered) {
      this.#pending.shift();
      this.#answering = undefined;
      this.tell(redact(this.#exchange(asked, answered)));
      this.fromClient.resume('next');
    }
    return 'next';
  }

  #exchange(asked: Asked, answered: Answered): Exchange {
    const { engine, client, newest } = this.session;
    return {
      engine,
      client,
      version: versionOf(asked.path, newest),
      method: asked.method,
      path: asked.path,
      request: { headers: asked.headers, ...content(asked.headers, asked.sent.bytes, asked.sent.length) },
      response: {
        status: answered.status,
        headers: answered.headers,
        ...content(answered.headers, answered.got.bytes, answered.got.length),
      },
    };
  }
}

function framing(headers: Headers): Body | undefined {
  if (header(headers, 'transfer-encoding')?.includes('chunked')) return 'chunked';
  const length = header(headers, 'content-length');
  return length === undefined ? undefined : { bytes: Number(length) };
}
