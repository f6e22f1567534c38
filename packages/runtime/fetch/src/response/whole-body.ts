/** Reads bodies up to a limit: a server may send for ever. */
import { ProtocolError, type FailedCall } from '../error/index.js';
import { discard } from './discard.js';

/** The most bytes of a body that is read as a whole: engines of JavaScript have no longer strings. */
const maxLength = 2 ** 29;

/** @throws ProtocolError RESPONSE_TOO_LONG if the body is longer, which ends the connection */
export async function wholeText(response: Response, call: FailedCall, decoder = new TextDecoder()): Promise<string> {
  const chunks: Uint8Array[] = [];
  if (!(await readChunks(response, maxLength, chunks))) throw tooLong(call, maxLength);
  return textOf(chunks, decoder);
}

/** Reads the chunks of a body. @returns whether they are all; the rest of a longer body is cancelled */
export async function readChunks({ body }: Response, limit: number, chunks: Uint8Array[]): Promise<boolean> {
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  for (let length = 0; length <= limit;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return true;
    length += value.length;
    chunks.push(value);
  }
  discard(reader);
  return false;
}

export function textOf(chunks: readonly Uint8Array[], decoder = new TextDecoder()): string {
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

export function tooLong({ operation, method, url }: FailedCall, limit: number): ProtocolError {
  const message = `The response of ${operation} (${method} ${url}) is longer than ${limit} bytes.`;
  return new ProtocolError('RESPONSE_TOO_LONG', message);
}
