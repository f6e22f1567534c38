import type { DecodedCall } from '../response/decoder.js';
import { discard } from '../response/discard.js';
import { transferError } from '../error/api-error.js';

/** The items of a response, which can be read once. To leave the loop ends the transfer. */
export class ItemStream<T> implements AsyncIterable<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly #response: Response;
  readonly #call: DecodedCall;
  readonly #parse: (chunks: AsyncIterable<string>) => AsyncIterable<T>;

  constructor(response: Response, call: DecodedCall, parse: (chunks: AsyncIterable<string>) => AsyncIterable<T>) {
    this.status = response.status;
    this.headers = response.headers;
    this.#response = response;
    this.#call = call;
    this.#parse = parse;
  }

  [Symbol.asyncIterator](): AsyncIterator<T, void, undefined> {
    return this.#parse(textChunks(this.#response, this.#call))[Symbol.asyncIterator]() as AsyncIterator<
      T,
      void,
      undefined
    >;
  }

  /** Ends the transfer of a stream that is not read. */
  cancel(): Promise<void> {
    discard(this.#response.body);
    return Promise.resolve();
  }
}

async function* textChunks({ body }: Response, call: DecodedCall): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const decoder = new TextDecoder();
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw transferError(cause, call, call.options.signal);
      });
      const text = decoder.decode(value, { stream: !done });
      if (text !== '') yield text;
      if (done) return;
    }
  } finally {
    discard(reader);
  }
}
