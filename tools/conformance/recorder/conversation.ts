// Follows one connection in both directions and reports its exchanges, in the order of the requests.

import { content, recordedBytes } from './content.js';
import { type Exchange, type Json, type Session, versionOf } from './exchange.js';
import { header, MessageReader, type Framing, type Head, type Headers } from './message-reader.js';

const headerNames = new Set([
  'authorization',
  'x-registry-auth',
  'x-registry-config',
  'x-docker-expose-session-sharedkey',
]);
const propertyNames = new Set(['password', 'auth', 'identitytoken', 'registrytoken', 'jointoken', 'unlockkey']);
const replacement = 'redacted';

/** Removes credentials from an exchange before it is written. */
function redact(exchange: Exchange): Exchange {
  const clean = (value: Json): Json => redactJson(value);
  const { request, response } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      headers: redactHeaders(request.headers),
      ...(request.body === undefined ? {} : { body: clean(request.body) }),
    },
    response: {
      ...response,
      headers: redactHeaders(response.headers),
      ...(response.body === undefined ? {} : { body: clean(response.body) }),
      ...(response.items === undefined ? {} : { items: response.items.map(clean) }),
    },
  };
}

function redactHeaders(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, headerNames.has(name.toLowerCase()) ? replacement : value]),
  );
}

function redactJson(value: Json, name = ''): Json {
  // An empty credential is a fact about the wire and not a secret.
  if (typeof value === 'string') {
    if (value !== '' && propertyNames.has(name.toLowerCase())) return replacement;
    return value.replace(/SWM(TKN|KEY)-1-[\w+/-]+/g, `SWM$1-1-${replacement}`);
  }
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((item) => redactJson(item));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redactJson(member, key)]));
}

function isList(value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] {
  return Array.isArray(value);
}

class RecordedBody {
  #chunks: Buffer[] = [];
  #recordedLength = 0;
  length = 0;

  add(chunk: Buffer): void {
    this.length += chunk.length;
    if (this.#recordedLength >= recordedBytes) return;
    this.#chunks.push(chunk);
    this.#recordedLength += chunk.length;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

interface PendingRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: RecordedBody;
  readonly onExchange: (exchange: Exchange) => void;
}

interface PendingResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: RecordedBody;
}

export class Conversation {
  readonly fromClient: MessageReader;
  readonly fromEngine: MessageReader;
  readonly #pending: PendingRequest[] = [];
  #request: PendingRequest | undefined;
  #response: PendingResponse | undefined;

  constructor(
    private readonly session: Session,
    private readonly onRequest: () => (exchange: Exchange) => void,
  ) {
    this.fromClient = new MessageReader({
      head: (head) => this.#onRequestHead(head),
      data: (chunk) => this.#request?.body.add(chunk),
      // After a request to upgrade, the response decides whether the connection stays HTTP.
      end: () => (this.#request && header(this.#request.headers, 'upgrade') !== undefined ? 'wait' : 'next'),
      raw: () => undefined,
    });
    this.fromEngine = new MessageReader({
      head: (head) => this.#onResponseHead(head),
      data: (chunk) => this.#response?.body.add(chunk),
      end: () => this.#done(),
      raw: (chunk) => this.#response?.body.add(chunk),
    });
  }

  /** Ends the connection: reports unfinished exchanges with what has arrived. */
  close(): void {
    this.fromEngine.close();
    this.#done();
  }

  #onRequestHead(head: Head): Framing {
    const [method = '', path = ''] = head.start.split(' ');
    // The connection is HTTP/2 from the first byte and contains no HTTP/1.1 exchange.
    if (method === 'PRI') {
      this.fromEngine.resume('raw');
      return 'raw';
    }
    this.#request = { method, path, headers: head.headers, body: new RecordedBody(), onExchange: this.onRequest() };
    this.#pending.push(this.#request);
    return framing(head.headers) ?? { bytes: 0 };
  }

  #onResponseHead(head: Head): Framing {
    const status = Number(head.start.split(' ')[1]);
    if (status >= 100 && status < 200 && status !== 101) return { bytes: 0 };
    this.#response = { status, headers: head.headers, body: new RecordedBody() };
    if (status === 101) {
      this.fromClient.resume('raw');
      return 'raw';
    }
    if (this.#pending[0]?.method === 'HEAD' || status === 204 || status === 304) return { bytes: 0 };
    return framing(head.headers) ?? 'until-close';
  }

  #done(): 'next' {
    const request = this.#pending[0];
    const response = this.#response;
    if (request && response) {
      this.#pending.shift();
      this.#response = undefined;
      request.onExchange(redact(this.#exchange(request, response)));
      this.fromClient.resume('next');
    }
    return 'next';
  }

  #exchange(request: PendingRequest, response: PendingResponse): Exchange {
    const { engine, client, newest } = this.session;
    return {
      engine,
      client,
      version: versionOf(request.path, newest),
      method: request.method,
      path: request.path,
      request: { headers: request.headers, ...content(request.headers, request.body.bytes, request.body.length) },
      response: {
        status: response.status,
        headers: response.headers,
        ...content(response.headers, response.body.bytes, response.body.length),
      },
    };
  }
}

function framing(headers: Headers): Framing | undefined {
  if (header(headers, 'transfer-encoding')?.includes('chunked')) return 'chunked';
  const length = header(headers, 'content-length');
  return length === undefined ? undefined : { bytes: Number(length) };
}
