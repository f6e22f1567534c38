/** Calls of clients of one API version to handlers of another. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import { withSafeNumbers } from '@lading/runtime-wire/exact';
import type { ResponseMessage, Ask, Convert, RequestMessage } from '@lading/runtime-overlay';
import { failureOf, NotImplemented } from '../error/index.js';
import { encodeHeaders, RawResponse, Reply, reply, defaultStatus } from '../reply/index.js';
import { isIterable, itemsOf, mapItems } from '../stream/index.js';
import type { Call } from './call.js';
import { callWith, type CallChanges } from './derived-call.js';
import { RawMessages } from './raw-messages.js';

/** The conversion of a route whose clients have another version than the handlers. */
export interface RouteConversion {
  readonly convert: Convert;
  /** Whether the conversion needs the parsed bodies of responses; otherwise they can remain bytes. */
  readonly convertsBodies: boolean;
}

interface Handling {
  /** Runs the handler of an operation. */
  readonly run: (operation: OperationContract, call: Call) => unknown;
  /** Whether handlers return a `bigint` for each 64-bit integer; rules work on numbers, except beyond the safe integers. */
  readonly isExact: boolean;
}

/** Runs a call through its conversion. Rejects with the errors of the conversion and of the handler. */
export async function runConverted(
  { convert, convertsBodies }: RouteConversion,
  call: Call,
  contract: Contract,
  { run, isExact }: Handling,
): Promise<unknown> {
  const { path, query, headers, body } = call;
  const raw = new RawMessages(isExact);
  const responseTo = async (message: RequestMessage, reading: 'all' | 'json' | 'nothing'): Promise<ResponseMessage> => {
    const { operations } = contract;
    const operation = Object.hasOwn(operations, message.operation) ? operations[message.operation] : undefined;
    if (operation === undefined) throw new NotImplemented(`${message.operation} is not implemented`);
    const value = await run(operation, callWith(call, inputOf(message)));
    return value instanceof RawResponse ? raw.messageOf(value, reading) : messageOf(operation, value, isExact);
  };
  // A conversion hook that sends its own request handles error responses itself, so an error is returned as a response.
  const ask: Ask = async (operation, input) => {
    try {
      return await responseTo({ operation, path: {}, query: {}, headers: {}, ...input }, 'all');
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
      ...(body !== undefined && { body }),
    },
    (message) => responseTo(message, convertsBodies ? 'json' : 'nothing'),
    ask,
  );
  if (raw.isUsed) return raw.responseOf(response);
  const { status, body: content, headers: replyHeaders } = response;
  return reply(status, content, Object.keys(replyHeaders).length === 0 ? undefined : replyHeaders);
}

/** The version of the call remains the client's. */
function inputOf({ operation, path, query, headers, body }: RequestMessage): CallChanges {
  return { operation, path, query, headers, body };
}

function messageOf(operation: OperationContract, value: unknown, isExact: boolean): ResponseMessage {
  const explicitReply = value instanceof Reply ? value : undefined;
  const status = explicitReply?.status ?? defaultStatus(operation);
  const response = operation.responses[status];
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
