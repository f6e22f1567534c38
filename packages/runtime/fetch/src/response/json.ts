/** Decodes one JSON value. */
import { ProtocolError } from '../error/index.js';
import type { DecodedCall, Decoder } from './decoder.js';
import { wholeText } from './whole-body.js';

/** @param accept the media type, if it is not `application/json` */
export function json<T>(accept = 'application/json'): Decoder<T> {
  return {
    accept,
    decode: async (response, call) => parsed(await wholeText(response, call), response, call) as T,
  };
}

/** @throws ProtocolError if the text is not JSON */
function parsed(text: string, { headers }: Response, { operation, method, url, parse }: DecodedCall): unknown {
  try {
    return parse(text);
  } catch (cause) {
    const type = headers.get('content-type') ?? 'no media type';
    const start = text === '' ? 'an empty body' : JSON.stringify(text.slice(0, 80));
    throw new ProtocolError(
      'RESPONSE_INVALID',
      `The response of ${operation} (${method} ${url}) is not JSON: ${type}, ${start}. Check the base URL.`,
      { cause },
    );
  }
}
