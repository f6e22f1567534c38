/** Tells what became of each request. */
import { splitVersion } from '../convert/versions.js';

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
  /** What was lost: the differences, or the places in the request, as in the header `Lading-Loss`. */
  readonly losses?: readonly string[];
  /** 101 for a connection that was upgraded. */
  readonly status: number;
  /** Until the end of the response, or of the connection that was upgraded. */
  readonly milliseconds: number;
}

export type OnRequest = (entry: RequestEntry) => void;

/** Measures one request. */
export class RequestTimer {
  readonly #start = performance.now();
  #facts: Pick<RequestEntry, 'engine' | 'converted' | 'losses'> = {};

  constructor(
    private readonly onRequest: OnRequest,
    private readonly method: string,
    private readonly target: string,
  ) {}

  /** @param converted the operation, if its messages are converted */
  sentAs(engine: string, converted: string | undefined): void {
    this.#facts = { engine, ...(converted !== undefined && { converted }) };
  }

  lost(ids: readonly string[]): void {
    if (ids.length > 0) this.#facts = { ...this.#facts, losses: [...new Set(ids)] };
  }

  end(status: number): void {
    const { version, url } = splitVersion(this.target);
    this.onRequest({
      method: this.method,
      path: url.replace(/\?.*/s, ''),
      ...(version !== undefined && { client: version }),
      ...this.#facts,
      status,
      milliseconds: Math.round(performance.now() - this.#start),
    });
  }
}
