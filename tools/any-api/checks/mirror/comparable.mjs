/** Values in a form in which they can be compared: bytes, files and streams as text. */
import { Readable } from 'node:stream';

/** @param {unknown} value @returns {Promise<unknown>} */
export async function comparable(value) {
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return new TextDecoder().decode(value);
  if (value instanceof Blob) return value.text();
  if (Array.isArray(value)) return Promise.all(value.map(comparable));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Readable || Symbol.asyncIterator in value)
    return streamed(/** @type {AsyncIterable<unknown>} */ (value));
  const entries = await Promise.all(Object.entries(value).map(async ([name, item]) => [name, await comparable(item)]));
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** @param {AsyncIterable<unknown>} stream */
async function streamed(stream) {
  /** @type {unknown[]} */
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  if (!chunks.every((chunk) => chunk instanceof Uint8Array)) return comparable(chunks);
  return Buffer.concat(/** @type {Uint8Array[]} */ (chunks)).toString('utf8');
}

/** Parameters, of which the empty ones are not sent. @param {unknown} values */
export function withoutEmpty(values) {
  const isEmpty = (/** @type {unknown} */ value) =>
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => !isEmpty(value)));
}
