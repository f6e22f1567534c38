/** Reads and writes streams of JSON values, each as soon as it is there. */
import { Readable } from 'node:stream';
import { JsonLinesReader } from '@lading/runtime-wire';
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

/** Returns the values as bytes, in lines as engines write them. */
export function jsonLinesOf(values: AsyncIterable<unknown>): Readable {
  return Readable.from(linesOf(values), { objectMode: false });
}

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  for await (const value of values) yield `${jsonOf(value)}\r\n`;
}
