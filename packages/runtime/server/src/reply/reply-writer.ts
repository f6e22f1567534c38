/** Converts the result of a handler to a response. */
import {
  type OperationContract,
  type ResponseContract,
  jsonStreamItem,
  preferredMediaType,
  responseContract,
} from '@lading/runtime-wire';
import type { FlowingBody, HostResponse, WholeBody } from '../host/index.js';
import {
  awaitFirst,
  bodyOf,
  encodeFrames,
  isIterable,
  itemsOf,
  mapItems,
  TerminalOutput,
  Session,
  type ByteSource,
  type OutputChunk,
} from '../stream/index.js';
import { checkResponse, runCheck, type WriteContext } from './check-response.js';
import { encodeHeaders } from './encode-headers.js';
import { jsonOf } from './json-of.js';
import { mergeHeaders, overrideHeaders } from './merge-headers.js';
import { RawResponse } from './raw-response.js';
import { writeRawSession } from './raw-session.js';
import { Reply } from './reply.js';
import type { Headers } from './response-headers.js';
import { sessionReply } from './session-reply.js';
import { emptyResponse, isBodylessStatus, wholeResponse } from './whole-response.js';
import { writeRaw } from './write-raw.js';

/**
 * Returns the response.
 *
 * @throws (itself, or its promise) errors of a source before its first chunk; Error if the result cannot be sent
 */
export function writeReply(
  value: unknown,
  status: number,
  context: WriteContext,
): HostResponse | Promise<HostResponse> {
  if (value instanceof RawResponse) {
    checkStatus(value.status, context.operation);
    return writeRaw(value, context, writeRawSession);
  }
  const explicitReply = value instanceof Reply ? value : undefined;
  const body: unknown = explicitReply === undefined ? value : explicitReply.body;
  if (explicitReply !== undefined) status = checkStatus(explicitReply.status, context.operation);
  const response = declaredResponse(status, context);
  const headers = explicitReply?.headers === undefined ? undefined : encodeHeaders(response, explicitReply.headers);
  if (body instanceof Session) return sessionReply(body, headers, context);
  // In JSON, null is a value, which engines send for some empty arrays.
  const isNothing = body === undefined || (body === null && response?.kind !== 'json');
  if (isNothing || isBodylessStatus(status)) {
    if (isNothing) runCheck(context, () => checkBodyPresent(response, context));
    return emptyResponse(status, headers, context);
  }
  return writeBody(body, status, response, headers, context);
}

function writeBody(
  body: unknown,
  status: number,
  response: ResponseContract | undefined,
  headers: Headers | undefined,
  context: WriteContext,
): HostResponse | Promise<HostResponse> {
  const { failureMessage } = context;
  const respond = (type: string | undefined, source: WholeBody | FlowingBody): HostResponse => {
    const allHeaders = mergeHeaders(context, headers, type);
    return isWhole(source)
      ? wholeResponse(status, source, allHeaders)
      : { status, headers: allHeaders, body: source, onFailure: failureMessage };
  };
  switch (response?.kind) {
    case 'text':
      return wholeResponse(
        status,
        String(body),
        mergeHeaders(context, headers, `${response.mediaType ?? 'text/plain'}; charset=utf-8`),
      );
    case 'json-lines': {
      const type = jsonStreamType(response, headers, context);
      return respond(
        type,
        mapItems(checkedItems(body, response, context), (item) => jsonStreamItem(jsonOf(item), type)),
      );
    }
    case 'progress':
      return awaitFirst(checkedItems(body, response, context)).then((all) =>
        respond(
          'application/json',
          mapItems(all, progressLine, (error) => progressLine(progressError(failureMessage(error), error))),
        ),
      );
    case 'output':
      return outputResponse(body, response, context, respond);
    case 'tar':
    case 'bytes': {
      const source = bodyOf(body as ByteSource);
      if (isWhole(source)) return respond(response.mediaType, source);
      return awaitFirst(source).then((all) => respond(response.mediaType, all));
    }
    case 'nothing':
      return emptyResponse(status, headers, context);
    default:
      return jsonResponse(body, status, response, headers, context);
  }
}

function jsonResponse(
  body: unknown,
  status: number,
  response: ResponseContract | undefined,
  headers: Headers | undefined,
  context: WriteContext,
): HostResponse {
  const text = jsonOf(body);
  if (response !== undefined)
    runCheck(context, () => checkResponse(context.operation, response, JSON.parse(text), context.query));
  // Measured before the line end is appended, since measuring a concatenated string copies it.
  const jsonHeaders = context.responseHeaders.json(Buffer.byteLength(text) + 1);
  return {
    status,
    headers: headers === undefined ? jsonHeaders : overrideHeaders(jsonHeaders, headers, context),
    body: `${text}\n`,
  };
}

function outputResponse(
  body: unknown,
  response: ResponseContract,
  { failureMessage }: WriteContext,
  respond: (type: string | undefined, source: WholeBody | FlowingBody) => HostResponse,
): HostResponse {
  if (body instanceof TerminalOutput) {
    const source = bodyOf(body.source);
    if (isWhole(source)) return respond(response.mediaType, source);
    return respond(
      response.mediaType,
      mapItems(source, (piece) => piece, failureLine),
    );
  }
  if (!isIterable(body)) throw new TypeError('output is neither iterable nor terminal(…)');
  return respond(
    response.framesType ?? response.mediaType,
    encodeFrames(itemsOf(body as Iterable<OutputChunk>), failureLine),
  );

  function failureLine(error: unknown): string {
    return `Error grabbing logs: ${failureMessage(error)}\n`;
  }
}

/** Returns the items of a stream. A single value is a stream of one item. */
export function checkedItems(
  body: unknown,
  response: ResponseContract,
  { checks, operation, query, report }: WriteContext,
): AsyncIterable<unknown> {
  const all = itemsOf(isIterable(body) ? body : [body]);
  if (checks === 'off') return all;
  return mapItems(all, (item) => {
    // The head has been sent: an invalid item can only be reported.
    runCheck({ checks: 'warn', report }, () => checkResponse(operation, response, JSON.parse(jsonOf(item)), query));
    return item;
  });
}

/** Returns the media type of a stream of JSON: that of the handler, else the one of the contract that the client prefers. */
function jsonStreamType(
  { content = {}, mediaType = 'application/json' }: ResponseContract,
  headers: Headers | undefined,
  { request }: WriteContext,
): string {
  const own = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (typeof own === 'string') return own;
  // Engines respond to a client that accepts none of them, too.
  return preferredMediaType(request.headers['accept'], Object.keys(content)) ?? mediaType;
}

function progressLine(item: unknown): string {
  return `${jsonOf(item)}\r\n`;
}

function progressError(message: string, error: unknown): object {
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? error.detail : undefined;
  return { errorDetail: { ...(typeof detail === 'number' && { code: detail }), message }, error: message };
}

function isWhole(source: WholeBody | FlowingBody): source is WholeBody {
  return typeof source === 'string' || source instanceof Uint8Array;
}

function checkBodyPresent(response: ResponseContract | undefined, { operation, request }: WriteContext): void {
  if (response === undefined || request.method === 'HEAD') return;
  if (response.kind === 'json' || response.kind === 'text' || response.kind === 'tar') {
    throw new Error(`${operation.id} returned no body`);
  }
}

/** Returns the response of a status, which the contract has to declare unless it is an error. */
export function declaredResponse(status: number, context: WriteContext): ResponseContract | undefined {
  const response = responseContract(context.operation, status);
  if (response === undefined && status < 400) {
    runCheck(context, () => {
      throw new Error(`${context.operation.id} has no response of status ${status}`);
    });
  }
  return response;
}

/** Checks a status. @throws RangeError if it is not a status of HTTP, which would end the process when it is sent */
export function checkStatus(status: number, { id }: OperationContract): number {
  if (Number.isInteger(status) && status >= 100 && status <= 999) return status;
  throw new RangeError(`${id} returned the status ${status}, which HTTP does not have`);
}
