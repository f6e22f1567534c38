/** Reads the body of a response of another machine, which may go on for ever. */
import { ServerError } from '@lading/server-v1.44';
import { maxArchive } from './decompress.js';

/**
 * Reads all bytes of a body. A longer one is cancelled while it is read, or before, if the response says its length.
 *
 * @param what names the body in the error
 * @param maxLength in bytes. @default the largest size of an archive
 * @throws ServerError if the body is longer
 */
export async function responseBytes(
  response: Response,
  what: string,
  maxLength: number = maxArchive,
): Promise<Buffer<ArrayBuffer>> {
  if (Number(response.headers.get('content-length')) > maxLength) {
    await response.body?.cancel();
    throw tooLarge(what);
  }
  return limitedBytes(response.body ?? [], what, maxLength);
}

/** Reads all bytes of a stream. @throws ServerError if there are more than the maximum, which ends the stream */
export async function limitedBytes(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  what: string,
  maxLength: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxLength) throw tooLarge(what);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a body as JSON. @throws ServerError if it is longer than 4 MiB, SyntaxError if it is not JSON */
export async function responseJson(response: Response, what: string): Promise<unknown> {
  return JSON.parse((await responseBytes(response, what, 4 * 1024 * 1024)).toString());
}

/** Returns the beginning of a body as text, for a message. */
export async function responseStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > 4096) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, 4096);
}

function tooLarge(what: string): ServerError {
  return new ServerError(`${what} is too large`);
}
