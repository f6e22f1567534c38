/** A call of a client of one version, answered by handlers of another. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import type { ResponseMessage, Ask, Convert, RequestMessage } from '@lading/runtime-overlay';
import { failureOf, NotImplemented } from '../error/index.js';
import { encodeHeaders, RawResponse, Reply, reply, usualStatus } from '../reply/index.js';
import { isIterable, itemsOf } from '../stream/index.js';
import type { Call } from './call.js';
import { RawMessages } from './raw-messages.js';

/** Of a route whose clients speak another version than the handlers. */
export interface Converting {
  readonly convert: Convert;
  /** Whether the conversion looks at the bodies of responses; others may stay bytes. */
  readonly convertsBodies: boolean;
}

/** Runs the handler of an operation. */
type Run = (operation: OperationContract, call: Call) => unknown;

/** Rejects with what the conversion refuses and what the handler throws. */
export async function converted(
  { convert, convertsBodies }: Converting,
  call: Call,
  contract: Contract,
  run: Run,
): Promise<unknown> {
  const { path, query, headers, body } = call;
  const raw = new RawMessages();
  const responseTo = async (message: RequestMessage, reading: 'all' | 'json' | 'nothing'): Promise<ResponseMessage> => {
    const { operations } = contract;
    const operation = Object.hasOwn(operations, message.operation) ? operations[message.operation] : undefined;
    if (operation === undefined) throw new NotImplemented(`${message.operation} is not implemented`);
    const value = await run(operation, new ConvertedCall(call, message));
    return value instanceof RawResponse ? raw.messageOf(value, reading) : messageOf(operation, value);
  };
  // Whoever asks something of its own decides what a refusal means, so it is an answer like others.
  const ask: Ask = async (operation, input) => {
    try {
      return await responseTo({ operation, path: {}, query: {}, headers: {}, ...input }, 'all');
    } catch (error) {
      const { status, message, unexpected } = failureOf(error);
      if (unexpected) throw error;
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
  const { status, body: content, headers: own } = response;
  return reply(status, content, Object.keys(own).length === 0 ? undefined : own);
}

/** The same request with other contents; the client's version stays. */
class ConvertedCall implements Call {
  readonly #original: Call;
  readonly operation: string;
  readonly path: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;

  constructor(original: Call, { operation, path, query, headers, body }: RequestMessage) {
    this.#original = original;
    this.operation = operation;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.body = body;
  }

  get version(): string {
    return this.#original.version;
  }

  get signal(): AbortSignal {
    return this.#original.signal;
  }

  get request(): Call['request'] {
    return this.#original.request;
  }
}

function messageOf(operation: OperationContract, value: unknown): ResponseMessage {
  const own = value instanceof Reply ? value : undefined;
  const status = own?.status ?? usualStatus(operation);
  const response = operation.responses[status];
  const body: unknown = own === undefined ? value : own.body;
  const headers = own?.headers === undefined ? {} : encodeHeaders(response, own.headers);
  if (body === undefined) return { status, headers };
  switch (response?.kind) {
    case 'json':
    case 'text':
    case 'nothing':
    case undefined:
      return { status, headers, body };
    case 'json-lines':
    case 'progress':
      return { status, headers, body: itemsOf(isIterable(body) ? body : [body]), stream: 'json-lines' };
    default:
      return { status, headers, body, stream: 'other' };
  }
}
