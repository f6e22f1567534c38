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

/** Parameters, of which the empty ones are not sent, nor the empty objects and arrays within them. @param {unknown} values @returns {Record<string, unknown>} */
export function withoutEmpty(values) {
  const isEmpty = (/** @type {unknown} */ value) =>
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  const entries = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    isObject(value) ? withoutEmpty(value) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
