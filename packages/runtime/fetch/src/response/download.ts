/** Decodes a response of bytes. */
import type { DecodedCall, Decoder } from './decoder.js';

/** The bytes of a response, which can be read once: as a stream, or as a whole. */
export class Download implements AsyncIterable<Uint8Array> {
  readonly status: number;
  readonly headers: Headers;
  /** The number of bytes, if the server says it. */
  readonly size: number | undefined;
  /** The bytes as a stream; `onProgress` is called while it is read. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;

  constructor(response: Response, { options: { onProgress } }: DecodedCall) {
    this.status = response.status;
    this.headers = response.headers;
    // The length of an encoded body is not that of its bytes.
    const length = this.headers.has('content-encoding') ? null : this.headers.get('content-length');
    this.size = length === null ? undefined : Number(length);
    const body = (response.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array<ArrayBuffer>>;
    this.body = onProgress === undefined ? body : body.pipeThrough(this.#counter(onProgress));
  }

  /** The file name that the server suggests, without folders. */
  get fileName(): string | undefined {
    const disposition = this.headers.get('content-disposition') ?? '';
    const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
    const name = extended === undefined ? /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) : undefined;
    const text = extended === undefined ? (name?.[1] ?? name?.[2]) : decoded(extended);
    return text?.split(/[/\\]/).at(-1);
  }

  blob(): Promise<Blob> {
    return this.#whole().blob();
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#whole().arrayBuffer());
  }

  text(): Promise<string> {
    return this.#whole().text();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    const reader = this.body.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel();
    }
  }

  #whole(): Response {
    return new Response(this.body, { headers: { 'content-type': this.headers.get('content-type') ?? '' } });
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
