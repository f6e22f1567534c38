/** Bodies of requests and responses: a value that is sent. */
import { alphabets, resolved, stringOf, valueOf } from '@lading/runtime-values';

/** @typedef {import('@lading/runtime-wire').OperationContract} OperationContract @typedef {import('@lading/runtime-values').Random} Random */

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
  const isMultipart = /^multipart\//i.test(mediaType);
  if (isWhole && isMultipart) return encodedForm(mediaType, random);
  // A form of any value has any parts.
  if (schema?.kind === 'any' && /^multipart\/form-data\b/i.test(mediaType))
    return { note: stringOf({ minLength: 1 }, random, alphabets.form) };
  if (schema !== undefined && isMultipart)
    return filled(withFiles(valueOf(schema, random, { place: 'form' }), random), isEmptyList);
  const limits = schema?.kind === 'string' ? schema : {};
  const isXml = mediaType.includes('xml');
  const text = isXml ? '<a b="1">é &amp; ü</a>' : stringOf({ minLength: 1, ...limits }, random, alphabets.body);
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

/** What a URL-encoded form has no form for. */
const isEmptyValue = (item) => typeof item === 'object' && !(item instanceof Blob) && Object.keys(item).length === 0;
/** What a multipart form has no form for: an object is JSON. */
const isEmptyList = (item) => (Array.isArray(item) || item instanceof Uint8Array) && item.length === 0;

/** A form has no form for null, and for some of what is empty. @param {(item: any) => boolean} isEmpty */
function filled(value, isEmpty) {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null && !isEmpty(item)));
}

/** Bytes as files with names, sometimes. @param {Random} random */
function withFiles(value, random) {
  if (value instanceof Uint8Array)
    return random.chance(0.5) ? value : new File([new TextDecoder().decode(value)], 'a é.txt', { type: 'text/plain' });
  if (Array.isArray(value)) return value.map((item) => withFiles(item, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withFiles(item, random)]));
}

/**
 * Returns the body of a successful response, and whether it is a stream, whose items it has.
 * @param {import('@lading/runtime-wire').ResponseContract} response @param {number} status @param {string} method @param {Random} random
 * @returns {{ body?: unknown, items?: readonly unknown[] }}
 */
export function responseBody({ kind, schema, content = {} }, status, method, random) {
  if (method === 'HEAD' || status === 204 || status === 205 || kind === 'nothing') return {};
  // Of several media types, clients ask for JSON.
  if (kind === 'json') return { body: schema === undefined ? { a: 1 } : valueOf(schema, random) };
  const streamed = Object.values(content).find(({ stream }) => stream !== undefined);
  if (kind !== 'json-lines' && streamed === undefined)
    return { body: stringOf({ minLength: 1 }, random, alphabets.body) };
  const item = streamed?.schema ?? schema;
  const itemOf = () => {
    if (streamed?.wholeEvents === true) return { event: 'note', data: 'text' };
    return item === undefined ? 'text' : valueOf(item, random);
  };
  return { items: Array.from({ length: 1 + random.below(3) }, itemOf) };
}
