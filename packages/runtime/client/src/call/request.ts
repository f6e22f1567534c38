/** Encodes the input of an operation as a request. */
import { isReadable, Readable } from 'node:stream';
import { checkJson, encodeHeader, encodeQuery, fillPath, WireError, type Encoding } from '@lading/runtime-wire';
import { InputError } from '../error/index.js';
import { readableFrom } from '../stream/index.js';
import { RequestBody } from '../transport/request-body.js';
import type { TransportBody, TransportRequest } from '../transport/transport-messages.js';
import type { CallOptions, Operation, Values } from './operation.js';
import { addHeaders, type HeaderLines } from './request-headers.js';

export interface RequestSettings {
  /** The base path of the address, followed by the version: `/v1.44`. */
  readonly prefix: string;
  readonly headers: Readonly<HeaderLines>;
  readonly stringify: (value: unknown) => string;
}

/** @throws InputError for input that must not be sent */
export function requestOf(
  operation: Operation<never, unknown>,
  input: Values,
  body: TransportBody | undefined,
  options: CallOptions,
  settings: RequestSettings,
): TransportRequest & { readonly route: string } {
  try {
    const from = (place: 'path' | 'query' | 'headers') =>
      operation.nested?.includes(place) ? own((input[place] ?? {}) as Values) : input;
    const { query } = operation;
    const route = settings.prefix + fillPath(operation.path, from('path'), operation);
    return {
      method: operation.method,
      route,
      path: query === undefined ? route : route + encodeQuery(query, from('query'), settings.stringify),
      ...contentOf(operation, input, body, settings, headersOf(operation, from('headers'), options, settings)),
      signal: options.signal,
    };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new InputError(error.code, `${operation.id}: ${error.message}`);
  }
}

/** Returns own properties only: a polluted prototype would add parameters to every call. */
export function own(values: Values): Values {
  return { __proto__: null, ...values };
}

function headersOf(
  { headers }: Operation<never, unknown>,
  values: Values,
  options: CallOptions,
  settings: RequestSettings,
): Readonly<HeaderLines> {
  // Most requests have no headers of their own, and share those of all.
  if (headers === undefined && options.headers === undefined) return settings.headers;
  const result: HeaderLines = { ...settings.headers };
  if (options.headers !== undefined) addHeaders(result, options.headers);
  for (const [name, encoding] of Object.entries<Encoding>(headers ?? {})) {
    const value = values[name];
    // An array is sent as separate lines, since engines do not split a line at its commas.
    if (value !== undefined && value !== null)
      result[name.toLowerCase()] = [value].flat().map((one) => encodeHeader(name, encoding, one, settings.stringify));
  }
  return result;
}

function contentOf(
  operation: Operation<never, unknown>,
  { body: value }: Values,
  body: TransportBody | undefined,
  { stringify }: RequestSettings,
  given: Readonly<HeaderLines>,
): { readonly headers: Readonly<HeaderLines>; readonly body?: TransportBody } {
  const mediaType = operation.body?.[0];
  if (mediaType === undefined || value === undefined) return { headers: given };
  const headers = { 'content-type': mediaType, ...given };
  if (body !== undefined) return { headers, body };
  checkJson(value, '');
  // Credentials hide their secrets from JSON by a `toJSON`, which a copy does not have.
  return { headers, body: stringify(Object.hasOwn(Object(value), 'toJSON') ? structuredClone(value) : value) };
}

/**
 * Returns a body that is not JSON. The call owns it from here on, and destroys it after a failure, even before anything is
 * sent.
 *
 * @throws InputError for a body that cannot be sent
 */
export function bytesOf(operation: Operation<never, unknown>, body: unknown): TransportBody | undefined {
  const mediaType = operation.body?.[0];
  if (mediaType === undefined || mediaType === 'application/json' || body === undefined) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof ReadableStream && body.locked) throw consumed(operation.id);
  const isUsed = body instanceof Readable && body.errored === null && (!isReadable(body) || body.readableDidRead);
  if (isUsed) throw consumed(operation.id);
  const stream = readableFrom(body);
  if (stream === undefined)
    throw new InputError('BODY_INVALID', `${operation.id}: the body must be bytes or a byte stream.`);
  return new RequestBody(stream, operation.id);
}

function consumed(operation: string): InputError {
  return new InputError(
    'BODY_CONSUMED',
    `${operation}: the body is a stream that was read or destroyed. Give a new one.`,
  );
}
