/** Serves a `Request` with a `Response`. */
import { Readable } from 'node:stream';
import type { Core } from '../../server/core.js';
import { discard } from '../../stream/iterate.js';
import type { HostReply, HostRequest } from '../host-message.js';
import { WebDuplex } from './web-duplex.js';
import { webStream } from './web-stream.js';

/** Never rejects. */
export async function serveFetch(core: Core, request: Request): Promise<Response> {
  const call = new FetchRequest(request);
  const reply = (await core.handle(call)) ?? core.otherwise(call);
  return responseTo(reply, request, call);
}

function responseTo(reply: HostReply, request: Request, call: FetchRequest): Response {
  const { status, body, takeOver, onFailure } = reply;
  const headers = headersOf(reply);
  if (takeOver !== undefined) {
    const duplex = new WebDuplex(call.body());
    void takeOver.run(duplex).finally(() => duplex.end());
    request.signal.addEventListener('abort', () => duplex.destroy(), { once: true });
    return new Response(duplex.output, { status, headers });
  }
  if (body === undefined || request.method === 'HEAD') {
    discard(body);
    return new Response(null, { status, headers });
  }
  if (typeof body === 'string') return new Response(body, { status, headers });
  if (body instanceof Uint8Array) return new Response(Uint8Array.from(body), { status, headers });
  return new Response(webStream(body, onFailure), { status, headers });
}

function headersOf(reply: HostReply): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const one of [value].flat()) headers.append(name, one);
  }
  return headers;
}

class FetchRequest implements HostRequest {
  readonly method: string;
  readonly url: string;
  readonly takesOver = 'stream';
  readonly #request: Request;
  #headers: Record<string, string> | undefined;

  constructor(request: Request) {
    const { pathname, search } = new URL(request.url);
    this.method = request.method;
    this.url = pathname + search;
    this.#request = request;
  }

  get headers(): Readonly<Record<string, string>> {
    return (this.#headers ??= Object.fromEntries(this.#request.headers));
  }

  /** Of a `Request` they are joined already. */
  get headersDistinct(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, [value]]));
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  /** Nothing once it was read. */
  body(): Readable | null {
    const { body, bodyUsed } = this.#request;
    if (body === null || bodyUsed || body.locked) return null;
    // Whoever reads is told of an error; where nobody does, a client that goes must not end the process.
    return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]).on('error', () => undefined);
  }
}
