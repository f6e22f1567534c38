/**
 * Responses whose head is sent before the handler has finished, since clients wait for the head before they continue.
 */
import type { OperationContract } from '@lading/runtime-wire';
import type { HostResponse } from '../host/index.js';
import { checkResponse, runCheck, type WriteContext } from './check-response.js';
import { jsonOf } from './json-of.js';
import { mergeHeaders } from './merge-headers.js';
import { RawResponse } from './raw-response.js';
import { Reply } from './reply.js';

const statusCache = new WeakMap<OperationContract, number>();

/** Returns the first success status of an operation's contract. */
export function defaultStatus(operation: OperationContract): number {
  let status = statusCache.get(operation);
  if (status === undefined) statusCache.set(operation, (status = firstSuccess(operation)));
  return status;
}

function firstSuccess({ responses }: OperationContract): number {
  const statuses = Object.keys(responses).map(Number);
  return statuses.find((status) => status >= 200 && status < 300) ?? statuses[0] ?? 200;
}

/**
 * The operations with an early head: clients send a wait before they start the container, and need to know that it is
 * active.
 */
const operationsWithEarlyHead: ReadonlySet<string> = new Set(['ContainerWait']);

/** The time before the head is sent, in milliseconds, in which a handler can still respond with an error status. */
const earlyHeadDelay = 20;

/** Tells whether the head of an operation's response is sent before the body is available. */
export function hasEarlyHead({ id, responses }: OperationContract): boolean {
  return operationsWithEarlyHead.has(id) && responses[200]?.kind === 'json';
}

/**
 * Returns the result if it is available before the head is sent, else undefined. Rejects if the handler does so in that
 * time.
 */
export async function resultBeforeHead(result: Promise<unknown>): Promise<{ readonly value: unknown } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), earlyHeadDelay);
  });
  try {
    return await Promise.race([result.then((value) => ({ value })), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a response whose body is sent when the result is available. After an error the connection can only be closed.
 */
export function earlyReply(result: Promise<unknown>, context: WriteContext): HostResponse {
  // The client may disconnect before the body is read.
  result.catch(() => undefined);
  return {
    status: defaultStatus(context.operation),
    headers: mergeHeaders(context, undefined, 'application/json'),
    body: earlyBody(result, context),
    onFailure: context.failureMessage,
  };
}

async function* earlyBody(
  result: Promise<unknown>,
  { operation, checks, query, report }: WriteContext,
): AsyncGenerator<string> {
  const value = await result;
  if (value instanceof RawResponse)
    throw new TypeError(`the head of the response of ${operation.id} has been sent: a raw response is too late`);
  const text = `${jsonOf(value instanceof Reply ? value.body : value)}\n`;
  const response = operation.responses[200];
  if (checks !== 'off' && response !== undefined) {
    runCheck({ checks: 'warn', report }, () => checkResponse(operation, response, JSON.parse(text), query));
  }
  yield text;
}
