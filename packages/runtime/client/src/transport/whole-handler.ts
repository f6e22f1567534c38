/** Collects a complete response, which is sufficient for most calls, without the cost of a stream. */
import type { Dispatcher } from 'undici';
import { ProtocolError } from '../error/index.js';
import { responseHeaders, type ResponseHeaders } from '../stream/index.js';
import type { WholeResponse } from './transport-messages.js';

export class WholeHandler implements Dispatcher.DispatchHandler {
  #status = 0;
  #headers: ResponseHeaders = responseHeaders({});
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(
    readonly resolve: (response: WholeResponse) => void,
    readonly reject: (error: unknown) => void,
    readonly maxLength: number,
  ) {}

  onRequestStart(): void {}

  onResponseStart(_controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.#status = status;
    this.#headers = responseHeaders(headers);
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
    const [first] = this.#chunks;
    const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks, this.#length);
    this.resolve({ status: this.#status, ...this.#headers, text: bytes.toString('utf8') });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.reject(error);
  }
}
