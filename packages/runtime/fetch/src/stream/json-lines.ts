/** Decodes streams of JSON values: one per line, or in a JSON text sequence (RFC 7464). */
import { ProtocolError } from '../error/index.js';
import type { DecodedCall, Decoder } from '../response/decoder.js';
import { ItemStream } from './item-stream.js';
import { splitText } from './split-text.js';

/** @param accept the media type, if it is not `application/jsonl` */
export function jsonLines<T>(accept = 'application/jsonl'): Decoder<ItemStream<T>> {
  return jsonValues(accept, /\r?\n/);
}

/** Decodes values that each begin with a record separator. */
export function jsonSequence<T>(accept = 'application/json-seq'): Decoder<ItemStream<T>> {
  return jsonValues(accept, /\x1e/, checkComplete);
}

/** @throws ProtocolError for a number or a literal without its line end: `12` may be the beginning of `123` (RFC 7464, 2.4) */
function checkComplete(text: string, { operation }: DecodedCall): void {
  if (/^\s*[{["]/.test(text) || /\s$/.test(text)) return;
  throw new ProtocolError(
    'RESPONSE_INVALID',
    `The last item of the response of ${operation} was cut: ${JSON.stringify(text.slice(0, 80))}.`,
  );
}

function jsonValues<T>(
  accept: string,
  separator: RegExp,
  check?: (text: string, call: DecodedCall) => void,
): Decoder<ItemStream<T>> {
  return {
    accept,
    decode: (response, call) =>
      new ItemStream<T>(response, call, async function* (chunks) {
        for await (const text of splitText(chunks, separator)) {
          if (text.trim() === '') continue;
          check?.(text, call);
          yield parsedItem(text, call) as T;
        }
      }),
  };
}

/** @throws ProtocolError if an item is not JSON */
export function parsedItem(text: string, { operation, parse }: DecodedCall): unknown {
  try {
    return parse(text);
  } catch (cause) {
    const start = JSON.stringify(text.slice(0, 80));
    throw new ProtocolError('RESPONSE_INVALID', `An item of the response of ${operation} is not JSON: ${start}.`, {
      cause,
    });
  }
}
