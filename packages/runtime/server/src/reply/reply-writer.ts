/** From what a handler answered with to bytes and a head. */
import type { OperationContract, ResponseContract } from '@lading/runtime-wire';
import type { FlowingBody, HostResponse, WholeBody } from '../host/index.js';
import {
  begun,
  bodyOf,
  framed,
  isIterable,
  itemsOf,
  mapped,
  TerminalOutput,
  Session,
  type ByteSource,
  type OutputChunk,
} from '../stream/index.js';
import { checkResponse, runCheck } from './check-response.js';
import { encodeHeaders } from './encode-headers.js';
import { mergedHeaders, overrideHeaders } from './merge-headers.js';
import { RawResponse } from './raw-response.js';
import { Reply } from './reply.js';
import type { Headers } from './response-headers.js';
import { sessionReply } from './session-reply.js';
import type { WriteContext } from './write-context.js';
import { writeRaw } from './write-raw.js';

/** @throws (itself, or its promise) what a source throws before its first piece; Error for what cannot be sent */
export function writeReply(
  value: unknown,
  status: number,
  context: WriteContext,
): HostResponse | Promise<HostResponse> {
  if (value instanceof RawResponse) {
    sendable(value.status, context.operation);
    return writeRaw(value, context);
  }
  const own = value instanceof Reply ? value : undefined;
  const body: unknown = own === undefined ? value : own.body;
  if (own !== undefined) status = sendable(own.status, context.operation);
  const { responses } = context.operation;
  const response = responses[status];
  if (response === undefined && status < 400) {
    runCheck(context, () => {
      throw new Error(`${context.operation.id} has no answer of status ${status}`);
    });
  }
  const headers = own?.headers === undefined ? undefined : encodeHeaders(response, own.headers);
  if (body instanceof Session) return sessionReply(body, headers, context);
  // Of JSON, null is a value, and for some lists what engines send of an empty one.
  const isNothing = body === undefined || (body === null && response?.kind !== 'json');
  if (isNothing || status === 204 || status === 304) {
    if (isNothing) runCheck(context, () => mustHaveBody(response, context));
    return nothing(status, headers, context);
  }
  return writeBody(body, status, response, headers, context);
}

/** @throws RangeError: what HTTP cannot say would end the process where it is sent */
function sendable(status: number, { id }: OperationContract): number {
  if (Number.isInteger(status) && status >= 100 && status <= 999) return status;
  throw new RangeError(`${id} answered with the status ${status}, which HTTP does not have`);
}

function writeBody(
  body: unknown,
  status: number,
  response: ResponseContract | undefined,
  headers: Headers | undefined,
  context: WriteContext,
): HostResponse | Promise<HostResponse> {
  const { words } = context;
  const sent = (type: string | undefined, source: WholeBody | FlowingBody): HostResponse => {
    const all = mergedHeaders(context, headers, type);
    return isWhole(source) ? whole(status, source, all) : { status, headers: all, body: source, onFailure: words };
  };
  switch (response?.kind) {
    case 'text':
      return whole(
        status,
        String(body),
        mergedHeaders(context, headers, `${response.mediaType ?? 'text/plain'}; charset=utf-8`),
      );
    case 'json-lines':
      return sent('application/json', mapped(items(body, response, context), line));
    case 'progress':
      return begun(items(body, response, context)).then((all) =>
        sent(
          'application/json',
          mapped(all, progressLine, (error) => progressLine(progressError(words(error), error))),
        ),
      );
    case 'output':
      return output(body, response, context, sent);
    case 'tar':
    case 'bytes': {
      const source = bodyOf(body as ByteSource);
      if (isWhole(source)) return sent(response.mediaType, source);
      return begun(source).then((all) => sent(response.mediaType, all));
    }
    case 'nothing':
      return nothing(status, headers, context);
    default:
      return json(body, status, response, headers, context);
  }
}

function json(
  body: unknown,
  status: number,
  response: ResponseContract | undefined,
  headers: Headers | undefined,
  context: WriteContext,
): HostResponse {
  const text = JSON.stringify(body);
  if (response !== undefined)
    runCheck(context, () => checkResponse(context.operation, response, JSON.parse(text), context.query));
  // Of the text before the line end is added: to look at what was put together copies all of it.
  const own = context.responseHeaders.json(Buffer.byteLength(text) + 1);
  return { status, headers: headers === undefined ? own : overrideHeaders(own, headers, context), body: `${text}\n` };
}

function output(
  body: unknown,
  response: ResponseContract,
  { words }: WriteContext,
  sent: (type: string | undefined, source: WholeBody | FlowingBody) => HostResponse,
): HostResponse {
  if (body instanceof TerminalOutput) {
    const source = bodyOf(body.source);
    if (isWhole(source)) return sent(response.mediaType, source);
    return sent(
      response.mediaType,
      mapped(source, (piece) => piece, failed),
    );
  }
  if (!isIterable(body)) throw new TypeError('output is neither iterable nor terminal(…)');
  return sent(response.framesType ?? response.mediaType, framed(itemsOf(body as Iterable<OutputChunk>), failed));

  function failed(error: unknown): string {
    return `Error grabbing logs: ${words(error)}\n`;
  }
}

/** A single value stands for a stream of one. */
function items(
  body: unknown,
  response: ResponseContract,
  { checks, operation, query, report }: WriteContext,
): AsyncIterable<unknown> {
  const all = itemsOf(isIterable(body) ? body : [body]);
  if (checks === 'off') return all;
  return mapped(all, (item) => {
    runCheck({ checks: 'warn', report }, () =>
      checkResponse(operation, response, JSON.parse(JSON.stringify(item)), query),
    );
    return item;
  });
}

function line(item: unknown): string {
  return `${JSON.stringify(item)}\n`;
}

function progressLine(item: unknown): string {
  return `${JSON.stringify(item)}\r\n`;
}

function progressError(message: string, error: unknown): object {
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? error.detail : undefined;
  return { errorDetail: { ...(typeof detail === 'number' && { code: detail }), message }, error: message };
}

function isWhole(source: WholeBody | FlowingBody): source is WholeBody {
  return typeof source === 'string' || source instanceof Uint8Array;
}

function whole(status: number, body: WholeBody, headers: Headers): HostResponse {
  headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  return { status, headers, body };
}

/** 204 and 304 have no body, and no length of one. */
function nothing(status: number, own: Headers | undefined, context: WriteContext): HostResponse {
  const headers = mergedHeaders(context, own, undefined);
  if (status !== 204 && status !== 304) headers['Content-Length'] = '0';
  else if (own !== undefined) delete headers['Content-Length'];
  return { status, headers };
}

function mustHaveBody(response: ResponseContract | undefined, { operation, request }: WriteContext): void {
  if (response === undefined || request.method === 'HEAD') return;
  if (response.kind === 'json' || response.kind === 'text' || response.kind === 'tar') {
    throw new Error(`${operation.id} answered with nothing`);
  }
}
