/** Decodes text, XML and HTML included. */
import type { Decoder } from './decoder.js';

/** @param accept the media type, if it is not `text/plain` */
export function text(accept = 'text/plain'): Decoder<string> {
  return { accept, decode: (response) => response.text() };
}
