/** Encodes the input of an operation as a request. */
import type { Encoding } from '@lading/runtime-wire';
import { InputError } from '../error/index.js';
import type { ClientRequest } from './client-request.js';
import { hasNull, plainParameter, type ParameterPlace } from './parameters.js';
import { ownValue, ownValues, setHeader, type InputValues } from './values.js';
import type { SentOperation } from './request-contract.js';

export interface RequestSettings {
  /** The URL of the user, which replaces every server. */
  readonly baseUrl: string | undefined;
  /** The URL of the API's first server. */
  readonly server: string | undefined;
  readonly headers: HeaderOptions;
  readonly stringify: (value: unknown) => string;
}

/** The options of a single request. */
export interface RequestOptions {
  /** Aborts the call, and the stream that it returned. */
  readonly signal?: AbortSignal;
  /** Headers to send in addition to those of the operation. */
  readonly headers?: HeaderOptions;
  /** Replaces the URL with one that a response contained, such as the next page. It receives the credentials too. */
  readonly url?: string;
}

/** Headers by name; undefined sends none. */
export type HeaderOptions = Readonly<Record<string, string | undefined>>;

/** @throws InputError for input that must not be sent */
export function requestOf(
  operation: SentOperation,
  input: unknown,
  options: RequestOptions,
  settings: RequestSettings,
  accept?: string,
): ClientRequest {
  const { method, styles: encode = plainParameter, nested = [] } = operation;
  const values = ownValues(input);
  const from = (place: string) => (nested.includes(place) ? ownValues(values[place]) : values);
  const encoded = (encodings: Readonly<Record<string, Encoding>> | undefined, place: ParameterPlace, key: string) =>
    Object.entries(encodings ?? {}).flatMap(([name, encoding]): (readonly [string, string])[] => {
      const value = from(key)[name];
      if (value === undefined || (value === null && !hasNull(encoding))) return [];
      const text = encode(encoding, name, value, place);
      return text === '' && place !== 'header' ? [] : [[name, text]];
    });
  const request: ClientRequest = { url: '', method, headers: new Headers() };
  const { headers } = request;
  if (accept !== undefined) headers.set('accept', accept);
  addHeaders(headers, settings.headers);
  for (const [name, text] of encoded(operation.headers, 'header', 'headers')) setHeader(headers, name, text);
  const cookies = encoded(operation.cookies, 'cookie', 'cookies').map(([, text]) => text);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  const sent = operation.bodies?.(operation, values['contentType']) ?? operation;
  addBody(sent, values['body'], request, settings);
  addHeaders(headers, options.headers ?? {});
  if (headers.get('content-type') === '*')
    throw new InputError('MEDIA_TYPE', `${operation.id}: contentType is missing, the media type of the body.`);
  if (options.signal) request.signal = options.signal;
  if (options.url === undefined) {
    request.url = baseUrlOf(operation, settings) + fillPath(operation, from('path'));
    for (const place of ['query', 'querystring'] as const)
      for (const [, text] of encoded(operation[place], place, place)) addQuery(request, text);
  } else request.url = options.url;
  return request;
}

/** Adds an encoded parameter to the query of a request. */
export function addQuery(request: ClientRequest, text: string): void {
  if (text !== '') request.url += (request.url.includes('?') ? '&' : '?') + text;
}

function addHeaders(headers: Headers, given: HeaderOptions): void {
  for (const [name, value] of Object.entries(given)) if (value !== undefined) setHeader(headers, name, value);
}

function addBody(operation: SentOperation, value: unknown, request: ClientRequest, settings: RequestSettings): void {
  const [mediaType = ''] = operation.body ?? [];
  if (value === undefined || mediaType === '') return;
  const { headers } = request;
  const encoded = operation.content?.(value, operation);
  const sent = encoded ?? { body: settings.stringify(value) };
  request.body = sent.body;
  if (sent.body instanceof ReadableStream) request.duplex = 'half';
  const usual = encoded === undefined ? 'application/json' : 'application/octet-stream';
  const declared = mediaType.includes('/*') ? usual : mediaType;
  if (sent.mediaType !== undefined || !headers.has('content-type')) {
    headers.set('content-type', sent.mediaType ?? declared);
  }
}

function baseUrlOf({ id, server }: SentOperation, settings: RequestSettings): string {
  const url = settings.baseUrl ?? server ?? settings.server;
  if (url !== undefined) return url.replace(/\/$/, '');
  throw new InputError('NO_BASE_URL', `${id}: the API has no absolute server. Pass the option baseUrl.`);
}

/**
 * Inserts the parameters into a path template. No value can change the path beyond its place.
 *
 * @throws InputError for a missing or empty value, and for one that makes a segment `.` or `..`
 */
function fillPath(operation: SentOperation, values: InputValues): string {
  const { path, pathEncodings, slashes, styles: encode = plainParameter } = operation;
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name];
    const encoding = ownValue(pathEncodings, name) ?? 'plain';
    const text = value === undefined || value === null ? '' : encode(encoding, name, value, 'path', path);
    if (text === '') throw new InputError('PATH_INJECTION', `The path parameter ${name} must not be empty.`);
    return slashes ? text.replaceAll('%2F', '/') : text;
  });
  // `fetch` resolves such segments, also if they are percent-encoded.
  if (filled !== path && /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(filled)) {
    throw new InputError('PATH_INJECTION', `A path parameter of ${operation.id} must not be "." or "..".`);
  }
  return filled;
}
