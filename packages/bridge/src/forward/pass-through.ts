/**
 * Forwards requests without a body and their responses with nothing between the server and the connection to the engine: most requests
 * of clients are small lists and inspections. A response is sent as the bytes that arrived, or as an edit of their text
 * (`edit/`), where rules alone convert it. Only where the code of a conversion hook acts on it, it is decoded (`convert/`): an edit of
 * the text cannot call a function with a value.
 */
import { send, sendInformation, type NodeExchange } from '@lading/runtime-server/host';
import type { ServerResponse } from 'node:http';
import type { BridgeCore } from '../bridge-core.js';
import type { Passage } from '../convert/version-bridge.js';
import type { KeptConnection } from '../engine/kept-connection.js';
import { badGateway, isClosed } from '../engine/engine-message.js';
import type { ResponseHandler } from '../engine/response-handler.js';
import { forwardedHeaders, forwardedPairs } from '../message/headers.js';
import { HttpError } from '../message/http-error.js';
import type { BridgeRequest, BridgeResponse } from '../message/messages.js';
import type { RequestTimer } from '../operation/request-log.js';
import { hostResponseOf } from './host-response.js';

/** The length up to which bytes are copied, so that a response is one write. */
const maxText = 64 * 1024;

/** Forwards a request as it is. Whoever listens to the end of the response has to do so before. */
export function passThrough(
  core: BridgeCore,
  passage: Passage,
  exchange: NodeExchange,
  timer: RequestTimer | undefined,
): void {
  timer?.sentAs(passage.engine, undefined);
  const forwarding = new Forwarding(core, passage, exchange, timer);
  exchange.response.on('close', () => forwarding.close());
  forwarding.send();
}

/** One request. */
class Forwarding implements ResponseHandler {
  #connection: KeptConnection | undefined;
  #status = 0;
  /** Names and values in turn. */
  #headers: string[] = [];
  /** What has arrived of the body, and is not sent yet. */
  #pieces: Buffer[] = [];
  #length = 0;
  /** The body, if it has arrived whole; its memory is used again. */
  #whole: Buffer | undefined;
  /** The text of the body, if it is known, with a character for each byte. */
  #text: string | undefined;
  /** Whether the whole body is needed, since it may have to be converted. */
  #isCollected = false;
  #isSent = false;
  #isComplete = false;
  #isSecond = false;
  #awaitsDrain = false;
  private readonly response: ServerResponse;

  constructor(
    private readonly core: BridgeCore,
    private readonly passage: Passage,
    private readonly exchange: NodeExchange,
    private readonly timer: RequestTimer | undefined,
  ) {
    this.response = exchange.response;
  }

  send(): void {
    const { rawHeaders, method = 'GET' } = this.exchange.request;
    try {
      this.#connection = this.core.dispatch(method, this.passage, forwardedPairs(rawHeaders), this);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  /** Ends the request to the engine, unless its response has been sent. */
  close(): void {
    if (this.#isComplete) return;
    this.#isComplete = true;
    this.#connection?.abort(this, new Error('the client is gone'));
  }

  onInformation(status: number, headers: readonly string[]): void {
    sendInformation(this.exchange, status, forwardedHeaders(headers));
  }

  onHead(status: number, headers: readonly string[]): void {
    this.#status = status;
    this.#headers = forwardedPairs(headers);
    this.core.noteHeaders(this.#headers);
    this.#isCollected = this.passage.mayChange !== undefined && valueOf(this.#headers, 'content-type') === json;
  }

  onWhole(body: Buffer, text: string): void {
    this.#checkLength(body.length);
    this.#whole = body;
    this.#text = text;
  }

  onData(piece: Buffer): boolean {
    if (this.#isSent) return this.#write(piece);
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#checkLength(this.#length);
    return true;
  }

  /** @throws HttpError for a body that is too long to be converted, which ends the request */
  #checkLength(length: number): void {
    const { maxJson } = this.passage;
    if (this.#isCollected && length > maxJson) throw new HttpError(502, `the body is longer than ${maxJson} bytes`);
  }

  onPart(): void {
    if (!this.#isCollected && !this.#isSent && !this.#isComplete) this.#begin();
  }

  onEnd(trailers: readonly string[]): void {
    if (this.#isComplete) return;
    this.#isComplete = true;
    const { response } = this;
    if (this.#isSent) {
      this.#addTrailers(trailers);
      return void response.end();
    }
    const body = this.#whole ?? this.#joined();
    if (this.#isCollected && body !== undefined && this.passage.mayChange?.(body) === true) {
      const text = (this.#text ??= body.toString('latin1'));
      const edited = this.#status === 200 ? this.passage.edit?.(body, text) : undefined;
      if (edited === undefined) return void this.#convert(Buffer.from(body));
      if (edited !== text) return this.#sendEdited(edited);
    }
    this.#writeHead();
    this.#addTrailers(trailers);
    if (body === undefined || body.length > maxText) response.end(body);
    else sendText(response, this.#text ?? body.toString('latin1'));
  }

  #joined(): Buffer | undefined {
    const [first, ...more] = this.#pieces;
    return first === undefined || more.length === 0 ? first : Buffer.concat(this.#pieces);
  }

  onError(error: Error): void {
    if (this.#isComplete || this.#isSent) {
      this.#isComplete = true;
      return void this.response.destroy();
    }
    // The engine may close a connection while it is used again; a request without a body may be sent twice.
    if (this.#status === 0 && !this.#isSecond && isClosed(error)) {
      this.#isSecond = true;
      return this.send();
    }
    this.#fail(badGateway(error));
  }

  #fail(error: Error): void {
    this.#isComplete = true;
    send(hostResponseOf(this.core.responseOf(error)), this.exchange);
  }

  /** Begins to send a response whose end has not arrived with its head. */
  #begin(): void {
    this.#isSent = true;
    this.#writeHead();
    const pieces = this.#pieces.splice(0);
    if (pieces.length === 0) return this.response.flushHeaders();
    for (const piece of pieces) this.#write(piece);
  }

  #write(piece: Buffer): boolean {
    const { response } = this;
    const isDrained = response.write(piece);
    // What has been read already is still written.
    if (!isDrained && !this.#awaitsDrain) {
      this.#awaitsDrain = true;
      response.once('drain', () => {
        this.#awaitsDrain = false;
        this.#connection?.resume(this);
      });
    }
    return isDrained;
  }

  #writeHead(): void {
    const headers = this.#headers;
    const { offered } = this.passage;
    for (let index = 0; index < headers.length; index += 2) {
      if (isNamed(headers[index], 'api-version')) headers[index + 1] = offered;
    }
    this.response.writeHead(this.#status, headers);
  }

  #addTrailers(trailers: readonly string[]): void {
    if (trailers.length === 0 || !this.response.chunkedEncoding) return;
    this.response.addTrailers(forwardedHeaders(trailers) as Record<string, string>);
  }

  /** Sends an edited body, whose characters are bytes. */
  #sendEdited(text: string): void {
    this.timer?.sentAs(this.passage.engine, this.passage.operation);
    const headers = this.#headers;
    const index = indexOf(headers, contentLength);
    if (index < 0) headers.push(contentLength, String(text.length));
    else headers[index + 1] = String(text.length);
    this.#writeHead();
    sendText(this.response, text);
  }

  /** Converts a response that has to be changed. */
  async #convert(body: Buffer): Promise<void> {
    const { response, passage, timer } = this;
    const { request } = this.exchange;
    const client = new AbortController();
    // The signal and its error take time: only a conversion that requests more, and a client that is gone, need them.
    response.once('close', () => response.writableFinished || client.abort());
    const received = { status: this.#status, headers: forwardedHeaders(this.#headers), body };
    const headers = forwardedHeaders(request.rawHeaders);
    const whole: BridgeRequest = {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      headers,
      body: undefined,
      get signal() {
        return client.signal;
      },
    };
    let converted: BridgeResponse;
    try {
      converted = await passage.convert(whole, received, timer);
    } catch (error) {
      converted = this.core.responseOf(error);
    }
    send(hostResponseOf(converted), this.exchange);
  }
}

/**
 * Ends a response with a text whose characters are bytes: it is written together with the headers, which are one too; the end, which is
 * empty, would be another write.
 */
function sendText(response: ServerResponse, text: string): void {
  response.write(text, 'latin1');
  process.nextTick(end, response);
}

function end(response: ServerResponse): void {
  response.end();
}

const json = 'application/json';
const contentLength = 'content-length';

function valueOf(headers: readonly string[], name: string): string | undefined {
  const index = indexOf(headers, name);
  return index < 0 ? undefined : headers[index + 1];
}

/** Returns the index of a name among names and values in turn; -1 if it is absent. */
function indexOf(headers: readonly string[], name: string): number {
  for (let index = 0; index < headers.length; index += 2) if (isNamed(headers[index], name)) return index;
  return -1;
}

function isNamed(header: string | undefined, name: string): boolean {
  return header !== undefined && header.length === name.length && header.toLowerCase() === name;
}
