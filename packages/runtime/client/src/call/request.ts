/** An operation and its input → the request. */
import { isReadable, Readable } from 'node:stream';
import { checkFinite, encodeHeader, encodeQuery, fillPath, WireError, type Encoding } from '@lading/runtime-wire';
import { InputError } from '../error/index.js';
import type { TransportBody, TransportRequest } from '../transport/transport.js';
import type { CallOptions, Operation } from './operation.js';

export type Values = Readonly<Record<string, unknown>>;

export interface RequestSettings {
  /** `/v1.44`, behind the path of the address. */
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly stringify: (value: unknown) => string;
}

// References to images and plugins hold slashes; nothing else does.
const slashes = /^\/(images|plugins|distribution)\//;

/** @throws InputError for what would be dangerous to send */
export function requestOf(
  operation: Operation<never, unknown>,
  given: Values,
  options: CallOptions,
  settings: RequestSettings,
): TransportRequest & { readonly route: string } {
  try {
    const input = own(given);
    const from = (place: 'path' | 'query' | 'headers') =>
      operation.nested?.includes(place) ? own((input[place] ?? {}) as Values) : input;
    const { path, query } = operation;
    const filled = path.includes('{') ? fillPath(path, from('path'), { slashes: slashes.test(path) }) : path;
    const route = settings.prefix + filled;
    return {
      method: operation.method,
      route,
      path: query === undefined ? route : route + encodeQuery(query, from('query'), settings.stringify),
      ...contentOf(operation, input, settings, headersOf(operation, from('headers'), options, settings)),
      ...(options.signal && { signal: options.signal }),
    };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new InputError(error.code, `${operation.id}: ${error.message}`);
  }
}

// What an object inherits is nobody's wish: a polluted prototype would add parameters to every call.
function own(values: Values): Values {
  return { __proto__: null, ...values };
}

function headersOf(
  { headers }: Operation<never, unknown>,
  values: Values,
  options: CallOptions,
  settings: RequestSettings,
): Record<string, string> {
  const result = { ...settings.headers };
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    result[name.toLowerCase()] = encodeHeader(name, 'plain', value);
  }
  for (const [name, encoding] of Object.entries<Encoding>(headers ?? {})) {
    const value = values[name];
    if (value !== undefined && value !== null) result[name.toLowerCase()] = encodeHeader(name, encoding, value);
  }
  return result;
}

function contentOf(
  { id, body: mediaType }: Operation<never, unknown>,
  { body }: Values,
  { stringify }: RequestSettings,
  headers: Record<string, string>,
): { readonly headers: Record<string, string>; readonly body?: TransportBody } {
  if (mediaType === undefined || body === undefined) return { headers };
  headers['content-type'] ??= mediaType;
  if (mediaType !== 'application/json') return { headers, body: bytesOf(id, body) };
  checkFinite(body, '');
  return { headers, body: stringify(body) };
}

function bytesOf(operation: string, body: unknown): TransportBody {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof Readable) {
    if (!isReadable(body) || body.readableDidRead) throw consumed(operation);
    return body;
  }
  if (body instanceof ReadableStream) {
    if (body.locked) throw consumed(operation);
    return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  }
  if (body instanceof Blob) return Readable.fromWeb(body.stream() as Parameters<typeof Readable.fromWeb>[0]);
  if (typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body)) {
    return Readable.from(body as AsyncIterable<Uint8Array>, { objectMode: false });
  }
  throw new InputError('BODY_INVALID', `${operation}: the body must be bytes or a stream of bytes.`);
}

function consumed(operation: string): InputError {
  return new InputError(
    'BODY_CONSUMED',
    `${operation}: the body is a stream that was read or destroyed before. Give a new one.`,
  );
}
