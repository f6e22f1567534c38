/** Tells what became of each request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { splitVersion } from './versions.js';

/** A request that has ended. It contains no query, header or body, which may have credentials. */
export interface RequestEntry {
  readonly method: string;
  /** The path without its version, and without the query. */
  readonly path: string;
  /** The version of the client; absent if it named none. */
  readonly client?: string;
  /** The version that was used with the engine; absent if the request was refused before. */
  readonly engine?: string;
  /** The operation, if its messages were converted. */
  readonly converted?: string;
  /** 101 for a connection that was upgraded. */
  readonly status: number;
  /** Until the end of the response, or of the connection that was upgraded. */
  readonly milliseconds: number;
}

export type OnRequest = (entry: RequestEntry) => void;

/** Measures one request. */
export class RequestTimer {
  #sent: Pick<RequestEntry, 'engine' | 'converted'> = {};

  /** @param upgraded the connection, if the client asks for an upgrade */
  constructor(onRequest: OnRequest, request: IncomingMessage, response: ServerResponse, upgraded?: Duplex) {
    const start = performance.now();
    const { version, url } = splitVersion(request.url ?? '/');
    (upgraded ?? response).once('close', () => {
      onRequest({
        method: request.method ?? 'GET',
        path: url.replace(/\?.*/s, ''),
        ...(version !== undefined && { client: version }),
        ...this.#sent,
        status: upgraded !== undefined && !response.headersSent ? 101 : response.statusCode,
        milliseconds: Math.round(performance.now() - start),
      });
    });
  }

  /** @param converted the operation, if its messages are converted */
  sentAs(engine: string, converted: string | undefined): void {
    this.#sent = { engine, ...(converted !== undefined && { converted }) };
  }
}
