/** Reads and writes streams of JSON values, each as soon as it is there. */
import { Readable } from 'node:stream';
import { essenceOf, JsonLinesReader, jsonStreamItem, preferredMediaType } from '@lading/runtime-wire';
import { jsonOf, parseAsText } from '@lading/runtime-wire/json';

/** @param maxLength of one value, in bytes */
export async function* readJsonLines(
  body: Readable | Buffer,
  maxLength: number,
): AsyncGenerator<unknown, void, undefined> {
  const values: unknown[] = [];
  const reader = new JsonLinesReader<unknown>({
    emit: (value) => void values.push(value),
    parse: parseAsText,
    maxLength,
  });
  for await (const chunk of body instanceof Uint8Array ? [body] : (body as AsyncIterable<Buffer>)) {
    reader.push(chunk);
    yield* values.splice(0);
  }
  reader.end();
  yield* values.splice(0);
}

/** The media types of one stream, the first of which is that of a client without a preference. */
const mediaTypes = ['application/jsonl', 'application/x-ndjson', 'application/json-seq'];

/** Whether a response has one of the media types of JSON or of a stream of JSON. */
export function isJsonType(type: unknown): boolean {
  const essence = essenceOf(String(type));
  return essence === 'application/json' || mediaTypes.includes(essence);
}

/** Returns the media type of a stream for a client that accepts some: what is called JSON, is so whatever it accepts. */
export function streamTypeFor(accept: string | undefined, type: string): string {
  return mediaTypes.includes(essenceOf(type)) ? (preferredMediaType(accept, mediaTypes) ?? type) : type;
}

/** Returns the values as bytes, separated as engines do for the media type. */
export function jsonLinesOf(values: AsyncIterable<unknown>, type: string): Readable {
  return Readable.from(linesOf(values, type), { objectMode: false });
}

async function* linesOf(values: AsyncIterable<unknown>, type: string): AsyncGenerator<string, void, undefined> {
  const isJson = essenceOf(type) === 'application/json';
  for await (const value of values) yield isJson ? `${jsonOf(value)}\r\n` : jsonStreamItem(jsonOf(value), type);
}
