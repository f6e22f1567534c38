/** Reads the body of an error response. */
import type { Readable } from 'node:stream';

/** The maximum length of an error response that is read, in bytes. */
const maxLength = 1_000_000;

/** Returns the text of an error response, up to a maximum length. */
export async function errorText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxLength) break;
    }
  } catch {
    // The text before the connection failed is sufficient, since the status is known.
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxLength);
}
