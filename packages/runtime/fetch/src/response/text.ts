/** Decodes text, XML and HTML included. */
import type { Decoder } from './decoder.js';
import { wholeText } from './whole-body.js';

/** @param accept the media type, if it is not `text/plain` */
export function text(accept = 'text/plain'): Decoder<string> {
  return {
    accept,
    decode: async (response, call) => {
      const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(response.headers.get('content-type') ?? '')?.[1];
      return wholeText(response, call, charset === undefined ? undefined : decoderOf(charset));
    },
  };
}

/** Returns the decoder of a character set; of UTF-8 for an unknown one, as browsers do. */
function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
