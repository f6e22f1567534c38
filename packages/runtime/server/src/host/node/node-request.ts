/** A request of `node:http` as the core sees it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { HostRequest, TakesOver } from '../host-message.js';

/** The calls that someone could still abort. */
export type OpenCalls = Set<AbortController>;

export class NodeRequest implements HostRequest {
  readonly method: string;
  readonly url: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #open: OpenCalls;
  #controller: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, url: string, open: OpenCalls) {
    this.method = request.method ?? 'GET';
    this.url = url;
    this.#request = request;
    this.#response = response;
    this.#open = open;
  }

  get headers(): Readonly<Record<string, string>> {
    return plainHeaders(this.#request);
  }

  get headersDistinct(): Readonly<Record<string, readonly string[]>> {
    return this.#request.headersDistinct as Readonly<Record<string, readonly string[]>>;
  }

  /** Node has not seen an upgrade in it, or it would not be here; engines need no more than the one header. */
  get takesOver(): TakesOver {
    const { headers, socket } = this.#request;
    const asks = headers.upgrade !== undefined && headers.upgrade.toLowerCase() !== 'websocket';
    return asks && socket instanceof Socket ? 'upgrade' : 'stream';
  }

  get remoteAddress(): string {
    return this.#request.socket.remoteAddress ?? '';
  }

  /** Most handlers never ask for it, and it costs more than the rest of a small request. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = (this.#controller = new AbortController());
      const response = this.#response;
      const open = this.#open;
      const goneEarly = (): boolean => !response.writableFinished;
      if (response.closed || response.destroyed) {
        if (goneEarly()) controller.abort(gone());
      } else {
        open.add(controller);
        const leaves = (): void => controller.abort(gone());
        // A client that only stops sending has gone too, as far as engines are concerned.
        this.#request.socket.once('end', leaves);
        response.once('close', () => {
          this.#request.socket.off('end', leaves);
          open.delete(controller);
          if (goneEarly()) controller.abort(gone());
        });
      }
    }
    return this.#controller.signal;
  }

  body(): Readable | null {
    const request = this.#request;
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return null;
    // A framework may have read it before.
    const parsed: unknown = 'body' in request ? request.body : undefined;
    if (parsed !== undefined && request.readableEnded) return Readable.from([bytesOf(parsed)]);
    return request;
  }
}

export function plainHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const { headers } = request;
  // The one header that Node does not join, and no request has.
  if (headers['set-cookie'] !== undefined) delete headers['set-cookie'];
  return headers as Readonly<Record<string, string>>;
}

export function gone(): Error {
  return new DOMException('the client has gone', 'AbortError');
}

function bytesOf(parsed: unknown): Buffer {
  if (Buffer.isBuffer(parsed)) return parsed;
  return Buffer.from(typeof parsed === 'string' ? parsed : JSON.stringify(parsed));
}
