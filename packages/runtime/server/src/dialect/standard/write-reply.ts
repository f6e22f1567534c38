/** Converts the result of a handler to a response, by the media type that the client prefers. */
import {
  jsonStreamItem,
  preferredMediaType,
  type ContentContract,
  type ResponseContract,
  WireError,
  type Encoding,
} from '@lading/runtime-wire';
import type { FlowingBody, HostResponse, WholeBody } from '../../host/index.js';
import {
  checkedItems,
  checkResponse,
  checkStatus,
  declaredResponse,
  isBodylessStatus,
  jsonOf,
  RawResponse,
  Reply,
  ResponseError,
  runCheck,
  wholeResponse,
  writeRaw,
  type Headers,
  type WriteContext,
  endToEndHeaders,
} from '../../reply/index.js';
import { awaitFirst, bodyOf, isIterable, mapItems, type ByteSource } from '../../stream/index.js';
import { entryFor, isJson } from './text-of.js';
import { validateHeaderName, validateHeaderValue } from 'node:http';

/** @throws (itself, or its promise) errors of a source before its first chunk; Error if the result cannot be sent */
export function writeStandardReply(
  value: unknown,
  usualStatus: number,
  context: WriteContext,
): HostResponse | Promise<HostResponse> {
  const { operation, request } = context;
  if (value instanceof RawResponse) {
    checkStatus(value.status, operation);
    return writeRaw(value, context);
  }
  const explicitReply = value instanceof Reply ? value : undefined;
  const status = explicitReply === undefined ? usualStatus : checkStatus(explicitReply.status, operation);
  const body: unknown = explicitReply === undefined ? value : explicitReply.body;
  const response = declaredResponse(status, context);
  const headers = encodeResponseHeaders(response, explicitReply?.headers);
  if (response?.headers !== undefined) runCheck(context, () => checkRequiredHeaders(response, headers, operation.id));
  const isBodyless = isBodylessStatus(status) || response?.kind === 'nothing';
  if (isBodyless || body === undefined) {
    if (!isBodyless && request.method !== 'HEAD' && (response?.kind === 'json' || response?.kind === 'text')) {
      runCheck(context, () => {
        throw new Error(`${operation.id} returned no body`);
      });
    }
    // The response to HEAD keeps the length of the body that GET would have.
    const hasLength = status !== 204 && status !== 304 && request.method !== 'HEAD';
    return { status, headers: { ...headers, ...(hasLength && { 'Content-Length': '0' }) } };
  }
  return writeBody(body, { status, headers, mediaType: mediaTypeOf(response, headers, context) }, response, context);
}

/** Headers that the server sets itself. */
const ownHeaders: ReadonlySet<string> = new Set(['content-type', 'content-length', 'transfer-encoding', 'date']);

function checkRequiredHeaders({ headers: declared = {} }: ResponseContract, headers: Headers, id: string): void {
  const names = new Set([...ownHeaders, ...Object.keys(headers).map((name) => name.toLowerCase())]);
  const missing = Object.keys(declared).filter((name) => declared[name]?.required && !names.has(name.toLowerCase()));
  if (missing.length > 0)
    throw new ResponseError(`the response of ${id} breaks the contract: the header ${missing.join(', ')} is required`);
}

interface Head {
  readonly status: number;
  readonly headers: Headers;
  readonly mediaType: string;
}

/** Returns the media type: that which the handler set, else the one that the client prefers. */
function mediaTypeOf(response: ResponseContract | undefined, headers: Headers, { request }: WriteContext): string {
  const own = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (typeof own === 'string') return own;
  const { content, kind, mediaType } = response ?? {};
  const types =
    content === undefined ? [mediaType ?? (kind === undefined ? undefined : usualTypes[kind])] : Object.keys(content);
  const declaredTypes = types.filter((type) => type !== undefined).map(concrete);
  const fallback = kind === 'bytes' ? 'application/octet-stream' : 'application/json';
  return preferredMediaType(request.headers['accept'], declaredTypes) ?? declaredTypes[0] ?? fallback;
}

/** A response of any image is some bytes, unless the handler says more. */
function concrete(mediaType: string): string {
  return mediaType.includes('*') ? 'application/octet-stream' : mediaType;
}

const usualTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  text: 'text/plain',
  'json-lines': 'application/jsonl',
  progress: 'application/jsonl',
};

function writeBody(
  body: unknown,
  { status, headers, mediaType }: Head,
  response: ResponseContract | undefined,
  context: WriteContext,
): HostResponse | Promise<HostResponse> {
  const type =
    /^text\/|xml$/.test(mediaType) && !/charset=/i.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
  const all: Headers = { ...headers, 'Content-Type': type };
  const flow = (source: FlowingBody): HostResponse => {
    return { status, headers: all, body: source, onFailure: context.failureMessage };
  };
  const content: ContentContract | undefined =
    response?.content === undefined ? undefined : entryFor(response.content, mediaType);
  const streamKind =
    content?.stream ?? (response?.kind === 'json-lines' || response?.kind === 'progress' ? 'json-lines' : undefined);
  const schema = content === undefined ? response?.schema : content.schema;
  if (streamKind !== undefined && isIterable(body) && !isBytes(body)) {
    const items = checkedItems(body, { ...response, kind: 'json', ...(schema && { schema }) }, context);
    return flow(mapItems(items, (item) => encodeItem(item, streamKind, content, mediaType)));
  }
  // A response of bytes may have the media type of JSON: a file to download.
  const isFile = response?.kind === 'bytes' && (isBytes(body) || isStream(body));
  if (isJson(mediaType) && !isFile) {
    const text = jsonOf(body);
    if (response !== undefined && schema !== undefined) {
      runCheck(context, () =>
        checkResponse(context.operation, { ...response, schema }, JSON.parse(text), context.query),
      );
    }
    return wholeResponse(status, text, all);
  }
  if (isBytes(body) || (isIterable(body) && typeof body === 'object')) {
    const source: WholeBody | FlowingBody = bodyOf(body as ByteSource);
    if (typeof source === 'string' || source instanceof Uint8Array) return wholeResponse(status, source, all);
    return awaitFirst(source).then(flow);
  }
  return wholeResponse(status, typeof body === 'object' ? jsonOf(body) : String(body), all);
}

function isBytes(body: unknown): boolean {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
}

function isStream(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function encodeItem(item: unknown, stream: string, content: ContentContract | undefined, mediaType: string): string {
  if (stream === 'event-stream') return encodeEvent(item, content?.wholeEvents === true);
  return jsonStreamItem(jsonOf(item), mediaType);
}

/**
 * Encodes server-sent events, as the HTML standard says.
 *
 * @param isWhole whether the item is the event (`{ event, data, id, retry }`), and not its data only
 */
function encodeEvent(item: unknown, isWhole: boolean): string {
  if (!isWhole || typeof item !== 'object' || item === null) return `${dataLines(item)}\n`;
  const { event, data, id, retry } = item as Readonly<Record<string, unknown>>;
  const fields = Object.entries({ event, id, retry }).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}: ${oneLine(value)}\n`],
  );
  return `${fields.join('')}${dataLines(data)}\n`;
}

function dataLines(value: unknown): string {
  const text = typeof value === 'string' ? value : ((jsonOf(value) as string | undefined) ?? '');
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => `data: ${line}\n`)
    .join('');
}

/** A line end would begin another field. */
function oneLine(value: unknown): string {
  return (typeof value === 'string' ? value : jsonOf(value)).replace(/[\r\n\0]/g, ' ');
}

/** Those of a single connection are left out. @throws TypeError for a value that a header cannot have */
function encodeResponseHeaders(
  response: ResponseContract | undefined,
  headers: Readonly<Record<string, unknown>> = {},
): Headers {
  const encoded: Headers = {};
  const declared = Object.entries(response?.headers ?? {});
  for (const [name, value] of Object.entries(endToEndHeaders(headers))) {
    if (value === undefined || value === null) continue;
    const parameter = declared.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
    validateHeaderName(name);
    // Set-Cookie is the only header of which several are not one that is joined by commas (RFC 9110).
    const isRepeated = Array.isArray(value) && (parameter === undefined || name.toLowerCase() === 'set-cookie');
    const text = isRepeated ? value.map(String) : textOf(value, parameter?.encoding);
    for (const one of [text].flat()) validateHeaderValue(name, one);
    encoded[name] = text;
  }
  return encoded;
}

function textOf(value: unknown, encoding: Encoding = 'plain'): string {
  if (
    encoding === 'json' ||
    (typeof encoding === 'object' && 'mediaType' in encoding && /json$/.test(encoding.mediaType))
  ) {
    return JSON.stringify(value).replace(
      /[\x7f-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
  if (Array.isArray(value)) return value.map(String).join(',');
  if (typeof value !== 'object' || value === null) return String(value);
  if (typeof encoding === 'string' && encoding !== 'plain' && encoding !== 'joined')
    throw new WireError('ENCODING_UNSUPPORTED', `a header cannot be ${encoding}`);
  const explode = typeof encoding === 'object' && 'style' in encoding && encoding.explode === true;
  return Object.entries(value)
    .map(([key, one]) => `${key}${explode ? '=' : ','}${String(one)}`)
    .join(',');
}
