/** A complete response. Its headers are prepared when they are first read: most calls read none. */
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
