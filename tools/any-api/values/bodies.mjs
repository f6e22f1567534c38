/** Bodies of requests and responses: a value that is sent. */
import { alphabets, resolved, stringOf, valueOf } from '@lading/runtime-values';

/**
 * @typedef {import('@lading/runtime-wire').OperationContract} OperationContract
 * @typedef {import('@lading/runtime-wire').ResponseContract} ResponseContract
 * @typedef {import('@lading/runtime-values').Random} Random
 */

/**
 * Returns the value of a request's body, or undefined if there is none.
 * @param {OperationContract} operation @param {string} mediaType the first of the contract, which the client sends @param {Random} random
 */
export function requestBody({ body }, mediaType, random) {
  if (body === undefined || (body.required !== true && random.chance(0.2))) return undefined;
  if (body.kind === 'json') return valueOf(body.schema, random);
  const { schema } = body.content?.[mediaType] ?? {};
  if (schema !== undefined && /^application\/x-www-form-urlencoded\b/i.test(mediaType))
    return filled(valueOf(schema, random, { place: 'url' }), isEmptyValue);
  const isWhole = schema === undefined || ['bytes', 'string'].includes(resolved(schema).kind);
  if (isWhole && /^multipart\//i.test(mediaType)) return encodedForm(mediaType, random);
  // A form of any value has any parts.
  if (schema?.kind === 'any' && /^multipart\/form-data\b/i.test(mediaType))
    return { note: stringOf({ minLength: 1 }, random, alphabets.form) };
  if (schema !== undefined && /^multipart\//i.test(mediaType))
    return filled(withFiles(valueOf(schema, random, { place: 'form' }), random), isEmptyList);
  const limits = schema?.kind === 'string' ? schema : {};
  const text = /xml/.test(mediaType)
    ? '<a b="1">é &amp; ü</a>'
    : stringOf({ minLength: 1, ...limits }, random, alphabets.body);
  // Only the caller knows the type of the bytes.
  if (/^[^*]+\/\*$/.test(mediaType)) return new Blob([text], { type: mediaType.replace('*', 'x-any') });
  return random.chance(0.5) ? text : new TextEncoder().encode(text);
}

/** A form that the caller encodes, since the document declares no parts. @param {string} mediaType @param {Random} random */
function encodedForm(mediaType, random) {
  const text = stringOf({ minLength: 1 }, random, alphabets.name);
  const part = `--end\r\ncontent-disposition: form-data; name="note"\r\n\r\n${text}\r\n--end--\r\n`;
  return new Blob([part], { type: `${mediaType}; boundary=end` });
}

/** What a URL-encoded form has no form for. @param {unknown} item */
function isEmptyValue(item) {
  return typeof item === 'object' && !(item instanceof Blob) && Object.keys(/** @type {object} */ (item)).length === 0;
}

/** What a multipart form has no form for: an object is JSON. @param {unknown} item */
function isEmptyList(item) {
  return (Array.isArray(item) || item instanceof Uint8Array) && item.length === 0;
}

/** A form has no form for null, and for some of what is empty. @param {unknown} value @param {(item: unknown) => boolean} isEmpty */
function filled(value, isEmpty) {
  const isSent = (/** @type {unknown} */ item) => item !== null && !isEmpty(item);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, item]) => isSent(item)))
    : value;
}

/** Bytes as files with names, sometimes. @param {unknown} value @param {Random} random @returns {unknown} */
function withFiles(value, random) {
  if (value instanceof Uint8Array)
    return random.chance(0.5) ? value : new File([new TextDecoder().decode(value)], 'a é.txt', { type: 'text/plain' });
  if (Array.isArray(value)) return value.map((item) => withFiles(item, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withFiles(item, random)]));
}

/**
 * Returns the body of a successful response, and whether it is a stream, whose items it has.
 * @param {ResponseContract} response @param {number} status @param {string} method @param {Random} random
 * @returns {{ readonly body?: unknown, readonly items?: readonly unknown[] }}
 */
export function responseBody({ kind, schema, content = {} }, status, method, random) {
  if (method === 'HEAD' || status === 204 || status === 205 || kind === 'nothing') return {};
  // Of several media types, clients ask for JSON.
  if (kind === 'json') return { body: schema === undefined ? { a: 1 } : valueOf(schema, random) };
  const streamed = Object.values(content).find(({ stream }) => stream !== undefined);
  const item = streamed?.schema ?? schema;
  if (kind === 'json-lines' || streamed !== undefined) {
    const text = () => (streamed?.wholeEvents === true ? { event: 'note', data: 'text' } : 'text');
    const items = Array.from({ length: 1 + random.below(3) }, () =>
      item === undefined || streamed?.wholeEvents === true ? text() : valueOf(item, random),
    );
    return { items };
  }
  return { body: stringOf({ minLength: 1 }, random, alphabets.body) };
}
