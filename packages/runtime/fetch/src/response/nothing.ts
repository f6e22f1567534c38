/** Decodes a response without content, and one whose information is in its headers. */
import type { Decoder } from './decoder.js';

export const nothing: Decoder<void> = { decode: discard };

/** Returns the headers, with names in lower case. */
export function headersOnly<T>(): Decoder<T> {
  return {
    decode: async (response) => {
      await discard(response);
      return Object.fromEntries(response.headers) as T;
    },
  };
}

/** Ends the transfer of a body that nobody reads, so that the connection becomes free. */
async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}
