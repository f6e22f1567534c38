import type { DecodedCall, Decoder } from './decoder.js';
import { discard } from './discard.js';
import { tooLong } from './whole-body.js';
import { transferError } from '../error/api-error.js';

/** The most bytes of a download that is read as a whole. */
const maxLength = 2 * 1024 * 1024 * 1024;

/** A parameter of a header: what is quoted may have any character. */
const parameter = /(?:^|;)\s*([^\s=;"]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/gs;

/** The bytes of a response, which can be read once: as a stream, or as a whole. */
export class Download implements AsyncIterable<Uint8Array> {
  readonly status: number;
  readonly headers: Headers;
  /** The number of bytes, if the server says it. */
  readonly size: number | undefined;
  /** The bytes as a stream; `onProgress` is called while it is read. If the connection is lost, it fails as that of `fetch`. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #call: DecodedCall;

  constructor(response: Response, call: DecodedCall) {
    const { onProgress } = call.options;
    this.#call = call;
    this.status = response.status;
    this.headers = response.headers;
    // The length of an encoded body is not that of its bytes.
    const length = this.headers.has('content-encoding') ? '' : (this.headers.get('content-length') ?? '');
    this.size = /^\d+$/.test(length) ? Number(length) : undefined;
    const body = (response.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array<ArrayBuffer>>;
    this.body = onProgress === undefined ? body : body.pipeThrough(this.#counter(onProgress));
  }

  /** The file name that the server suggests, without folders. */
  get fileName(): string | undefined {
    const parameters = new Map<string, string>();
    const disposition = this.headers.get('content-disposition') ?? '';
    for (const [, name = '', quoted, plain = ''] of disposition.matchAll(parameter))
      if (!parameters.has(name.toLowerCase()))
        parameters.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? plain.trim());
    const extended = /^utf-?8'[^']*'(.*)$/is.exec(parameters.get('filename*') ?? '')?.[1];
    const text = (extended && decoded(extended)) ?? parameters.get('filename') ?? extended;
    return text?.split(/[/\\]/).at(-1);
  }

  blob(): Promise<Blob> {
    return this.#whole((response) => response.blob());
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#whole((response) => response.arrayBuffer()));
  }

  text(): Promise<string> {
    return this.#whole((response) => response.text());
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    const reader = this.body.getReader();
    try {
      for (;;) {
        const { done, value } = await this.#received(reader.read());
        if (done) return;
        yield value;
      }
    } finally {
      discard(reader);
    }
  }

  #whole<Whole>(read: (response: Response) => Promise<Whole>): Promise<Whole> {
    const headers = { 'content-type': this.headers.get('content-type') ?? '' };
    const body = this.body.pipeThrough(this.#limit());
    return this.#received(read(new Response(body, { headers })));
  }

  /** @throws ConnectionError if the connection was lost, and the reason of an abort */
  async #received<Result>(result: Promise<Result>): Promise<Result> {
    try {
      return await result;
    } catch (cause) {
      throw transferError(cause, this.#call, this.#call.options.signal);
    }
  }

  /** Fails for a body that is too long to be held in memory; as a stream, one of any length can be read. */
  #limit() {
    let length = 0;
    return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        length += chunk.length;
        if (length > maxLength) throw tooLong(this.#call, maxLength);
        controller.enqueue(chunk);
      },
    });
  }

  #counter(onProgress: NonNullable<DecodedCall['options']['onProgress']>) {
    let loaded = 0;
    const total = this.size === undefined ? {} : { total: this.size };
    return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        loaded += chunk.length;
        onProgress({ loaded, ...total });
        controller.enqueue(chunk);
      },
    });
  }
}

/** @param accept the media type, if it is not any */
export function download(accept = '*/*'): Decoder<Download> {
  return { accept, decode: (response, call) => new Download(response, call) };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
