/** Collects a complete response, which is sufficient for most calls, without the cost of a stream. */
import type { Dispatcher } from 'undici';
import { ProtocolError } from '../error/index.js';
import { responseHeaders, type ResponseHeaders } from '../stream/index.js';

/** Headers as undici reports them: a repeated one has several values. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export class WholeResponse implements ResponseHeaders {
  readonly #received: ReceivedHeaders;
  #prepared: ResponseHeaders | undefined;

  constructor(
    readonly status: number,
    readonly text: string,
    received: ReceivedHeaders,
  ) {
    this.#received = received;
  }

  get headers(): ResponseHeaders['headers'] {
    return this.#headers.headers;
  }

  get headersDistinct(): ResponseHeaders['headersDistinct'] {
    return this.#headers.headersDistinct;
  }

  get #headers(): ResponseHeaders {
    return (this.#prepared ??= responseHeaders(this.#received));
  }
}

export class WholeHandler implements Dispatcher.DispatchHandler {
  #status = 0;
  #headers: ReceivedHeaders = {};
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(
    readonly resolve: (response: WholeResponse) => void,
    readonly reject: (error: unknown) => void,
    readonly maxLength: number,
  ) {}

  onRequestStart(): void {}

  onResponseStart(_controller: unknown, status: number, headers: ReceivedHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > this.maxLength) {
      controller.abort(new ProtocolError('RESPONSE_TOO_LONG', `The response is longer than ${this.maxLength} bytes.`));
    } else {
      this.#chunks.push(chunk);
    }
  }

  onResponseEnd(): void {
    this.#respond();
  }

  onResponseError(_controller: unknown, error: Error): void {
    // The status of an error response is known, and part of its text is enough.
    if (this.#status >= 400 && !(error instanceof ProtocolError)) this.#respond();
    else this.reject(this.#status === 0 ? error : Object.assign(error, { status: this.#status }));
  }

  #respond(): void {
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks, this.#length);
    this.resolve(new WholeResponse(this.#status, bytes.toString('utf8'), this.#headers));
  }
}
