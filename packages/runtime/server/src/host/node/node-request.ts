/** Requests of `node:http` for the core. */
import type { ServerResponse } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { PeerCertificate } from 'node:tls';
import type { HostRequest, DuplexSupport } from '../host-message.js';
import { NodeExchange } from './node-exchange.js';
import { isDetached } from './detached-request.js';
import { isEncrypted } from './reparse-request.js';

/** The running calls that can be aborted. */
export type RunningCalls = Set<AbortController>;

export class NodeRequest extends NodeExchange implements HostRequest {
  readonly method: string;
  readonly url: string;
  readonly #open: RunningCalls;
  #controller: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, url: string, open: RunningCalls) {
    super(request, response);
    this.method = request.method ?? 'GET';
    this.url = url;
    this.#open = open;
  }

  get headers(): Readonly<Record<string, string>> {
    const { headers } = this.request;
    // The only header that Node does not join; requests do not have it.
    if (headers['set-cookie'] !== undefined) delete headers['set-cookie'];
    return headers as Readonly<Record<string, string>>;
  }

  get headersDistinct(): Readonly<Record<string, readonly string[]>> {
    return this.request.headersDistinct as Readonly<Record<string, readonly string[]>>;
  }

  /** Engines need only the header `Upgrade`; a websocket needs the connection from its first byte on. */
  get duplexSupport(): DuplexSupport {
    if (isDetached(this.request)) return 'upgrade';
    const { upgrade } = this.request.headers;
    const asks = upgrade !== undefined && upgrade.toLowerCase() !== 'websocket';
    return asks && this.socket instanceof Socket ? 'upgrade' : 'stream';
  }

  get peerCertificate(): PeerCertificate | undefined {
    const { socket } = this;
    return isEncrypted(socket) && socket.authorized ? socket.getPeerCertificate() : undefined;
  }

  get remoteAddress(): string {
    return this.socket.remoteAddress ?? '';
  }

  /** Created on first access: most handlers do not use it, and it costs more than the rest of a small request. */
  get signal(): AbortSignal {
    this.#controller ??= this.#abortOnDisconnect(new AbortController());
    return this.#controller.signal;
  }

  #abortOnDisconnect(controller: AbortController): AbortController {
    const { request, response, socket } = this;
    const isUnfinished = (): boolean => !response.writableFinished;
    if (response.closed || response.destroyed || socket.destroyed) {
      if (isUnfinished()) controller.abort(clientDisconnected());
      return controller;
    }
    this.#open.add(controller);
    const abort = (): void => controller.abort(clientDisconnected());
    // Engines treat a client that half-closes the connection as disconnected, unless the connection is upgraded.
    if (!isDetached(request)) socket.once('end', abort);
    response.once('close', () => {
      socket.off('end', abort);
      this.#open.delete(controller);
      if (isUnfinished()) abort();
    });
    return controller;
  }

  body(): Readable | null {
    const { request } = this;
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === '0')) return null;
    // A framework may have read the body before.
    const parsed: unknown = 'body' in request ? request.body : undefined;
    if (parsed !== undefined && request.readableEnded) return Readable.from([parsedBodyBytes(parsed)]);
    return request;
  }
}

function clientDisconnected(): Error {
  return new DOMException('the client has disconnected', 'AbortError');
}

function parsedBodyBytes(parsed: unknown): Buffer {
  if (Buffer.isBuffer(parsed)) return parsed;
  return Buffer.from(typeof parsed === 'string' ? parsed : JSON.stringify(parsed));
}
