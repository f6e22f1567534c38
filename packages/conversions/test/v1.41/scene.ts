/** Serves a client of one version by an implementation of the other, and records the requests. */
import type { ResponseMessage, Conversion, RequestMessage } from '@lading/runtime-conversion';
import { newerClients, olderClients } from '../../gen/v1.41/index.js';

type Input = Partial<Omit<RequestMessage, 'operation'>>;
/** By operation: a response body, a response, or a function that creates one from the request. */
type Responses = Readonly<Record<string, unknown>>;

export interface Scene {
  call(operation: string, input?: Input): Promise<ResponseMessage>;
  /** All requests that reached the implementation, in order. */
  readonly seen: readonly RequestMessage[];
  /** Returns the last request that was passed on for an operation. */
  last(operation: string): RequestMessage | undefined;
}

/** Serves a client of 1.41 by an implementation of 1.44. */
export function olderClient(responses: Responses = {}, hooks: Parameters<typeof olderClients>[0] = {}): Scene {
  return sceneOf(olderClients(hooks), responses);
}

/** Serves a client of 1.44 by an implementation of 1.41. */
export function newerClient(responses: Responses = {}, hooks: Parameters<typeof newerClients>[0] = {}): Scene {
  return sceneOf(newerClients(hooks), responses);
}

function sceneOf(conversion: Conversion, responses: Responses): Scene {
  const seen: RequestMessage[] = [];
  const implementation = async (request: RequestMessage): Promise<ResponseMessage> => {
    seen.push(request);
    const given = responses[request.operation];
    const response: unknown = await (typeof given === 'function' ? given(request) : given);
    return isResponse(response)
      ? response
      : { status: 200, headers: {}, ...(response !== undefined && { body: response }) };
  };
  const messageOf = (operation: string, input: Input = {}) => ({
    operation,
    path: {},
    query: {},
    headers: {},
    ...input,
  });
  return {
    seen,
    last: (operation) => seen.findLast((request) => request.operation === operation),
    call: async (operation, input) => {
      const request = messageOf(operation, input);
      const convert = conversion.of(operation);
      if (convert === undefined) return implementation(request);
      return convert(request, implementation, (asked, more) => implementation(messageOf(asked, more)));
    },
  };
}

function isResponse(value: unknown): value is ResponseMessage {
  return typeof value === 'object' && value !== null && 'status' in value && 'headers' in value;
}

/** A response with more than a body. */
export function response(
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): ResponseMessage {
  return { status, headers, ...(body !== undefined && { body }) };
}
