/** Calls of clients of one API version to handlers of another. */
import { responseContract, type Contract, type OperationContract } from '@lading/runtime-wire';
import { withSafeNumbers } from '@lading/runtime-wire/exact';
import {
  isRecord,
  lossHeader,
  type Ask,
  type Convert,
  type HookUse,
  type RequestLoss,
  type RequestMessage,
  type ResponseMessage,
} from '@lading/runtime-conversion';
import { failureOf, NotImplemented } from '../error/index.js';
import { encodeHeaders, RawResponse, Reply, reply, defaultStatus } from '../reply/index.js';
import { isIterable, itemsOf, mapItems } from '../stream/index.js';
import type { Call } from './call.js';
import type { RequestPart } from '../request/index.js';
import type { ConvertedRequests } from './converted-requests.js';
import { callWith } from './derived-call.js';
import { RawMessages, withoutHeader } from './raw-messages.js';

/** The conversion of a route whose clients have another version than the handlers. */
export interface RouteConversion {
  readonly convert: Convert;
  /** Whether the conversion needs the parsed bodies of responses; otherwise they can remain bytes. */
  readonly convertsBodies: boolean;
  /** The conversion hooks around the operation. */
  readonly hooks: readonly HookUse[];
  /** The parts of requests that both versions declare alike. */
  readonly equalParts: ReadonlySet<RequestPart>;
}

interface Handling {
  /** Runs the handler of an operation. */
  readonly run: (operation: OperationContract, call: Call) => unknown;
  /** Whether handlers return a `bigint` for each 64-bit integer; rules work on numbers, except beyond the safe integers. */
  readonly isExact: boolean;
  readonly requests: ConvertedRequests;
}

/** Runs a call through its conversion. Rejects with the errors of the conversion and of the handler. */
export async function runConverted(
  { convert, convertsBodies, hooks, equalParts }: RouteConversion,
  call: Call,
  contract: Contract,
  { run, isExact, requests }: Handling,
): Promise<unknown> {
  const { path, query, headers, cookies, body } = call;
  const raw = new RawMessages(isExact);
  const losses: RequestLoss[] = [];
  const responseTo = async (
    message: RequestMessage,
    reading: 'all' | 'json' | 'nothing',
    isAsked = false,
  ): Promise<ResponseMessage> => {
    const { operations } = contract;
    const operation = Object.hasOwn(operations, message.operation) ? operations[message.operation] : undefined;
    if (operation === undefined) throw new NotImplemented(`${message.operation} is not implemented`);
    const converted = { message, operation, call, equalParts, hooks, isAsked };
    // What a hook asks for loses nothing of the request.
    const changes = requests.read(converted, isAsked ? [] : losses);
    const value = await run(operation, callWith(call, changes));
    return value instanceof RawResponse ? raw.messageOf(value, reading) : messageOf(operation, value, isExact);
  };
  // A conversion hook that sends its own request handles error responses itself, so an error is returned as a response.
  const ask: Ask = async (operation, input) => {
    try {
      return await responseTo({ operation, path: {}, query: {}, headers: {}, ...input }, 'all', true);
    } catch (error) {
      const { status, message, isUnexpected } = failureOf(error);
      if (isUnexpected) throw error;
      return { status, headers: {}, body: { message } };
    }
  };
  const response = await convert(
    {
      operation: call.operation,
      path: path as RequestMessage['path'],
      query: query as RequestMessage['query'],
      headers: headers as RequestMessage['headers'],
      ...(isRecord(cookies) && { cookies }),
      ...(body !== undefined && { body }),
    },
    (message) => {
      losses.push(...(message.losses ?? []));
      return responseTo(message, convertsBodies ? 'json' : 'nothing');
    },
    ask,
  );
  const typed = response.stream === 'json-lines' ? withoutContentType(response) : response;
  const reported = requests.reportsLosses ? withLossHeader(typed, losses) : typed;
  if (raw.isUsed) return raw.responseOf(reported);
  const { status, body: content, headers: replyHeaders } = reported;
  return reply(status, content, Object.keys(replyHeaders).length === 0 ? undefined : replyHeaders);
}

/** A stream of JSON has the media type that the client prefers among those of its version. */
function withoutContentType(message: ResponseMessage): ResponseMessage {
  return { ...message, headers: withoutHeader(message.headers, 'content-type') };
}

function withLossHeader(response: ResponseMessage, losses: readonly RequestLoss[]): ResponseMessage {
  const value = lossHeader(losses);
  return value === undefined ? response : { ...response, headers: { ...response.headers, 'Lading-Loss': value } };
}

function messageOf(operation: OperationContract, value: unknown, isExact: boolean): ResponseMessage {
  const explicitReply = value instanceof Reply ? value : undefined;
  const status = explicitReply?.status ?? defaultStatus(operation);
  const response = responseContract(operation, status);
  const body: unknown = explicitReply === undefined ? value : explicitReply.body;
  const headers = explicitReply?.headers === undefined ? {} : encodeHeaders(response, explicitReply.headers);
  if (body === undefined) return { status, headers };
  switch (response?.kind) {
    case 'json':
    case 'text':
    case 'nothing':
    case undefined:
      return { status, headers, body: isExact ? withSafeNumbers(body) : body };
    case 'json-lines':
    case 'progress':
      return {
        status,
        headers,
        body: isExact ? mapItems(items(body), withSafeNumbers) : items(body),
        stream: 'json-lines',
      };
    default:
      return { status, headers, body, stream: 'other' };
  }
}

function items(body: unknown): AsyncIterable<unknown> {
  return itemsOf(isIterable(body) ? body : [body]);
}
