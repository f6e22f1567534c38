/** Answers whose head goes out before the handler is done: clients wait for the head before they go on. */
import type { OperationContract } from '@lading/runtime-wire';
import type { HostResponse } from '../host/index.js';
import { checkResponse, runCheck } from './check-response.js';
import { mergedHeaders } from './merge-headers.js';
import { RawResponse } from './raw-response.js';
import { Reply } from './reply.js';
import { usualStatus } from './usual-status.js';
import type { WriteContext } from './write-context.js';

/** A client waits for the end of a container before it starts it, and wants to be sure that it waits. */
const earlyHeads: ReadonlySet<string> = new Set(['ContainerWait']);

/** How long a handler may take to refuse, in milliseconds: there is no status any more when the head is out. */
const patience = 20;

/** Whether the head of an operation's answer does not wait for the body. */
export function hasEarlyHead({ id, responses }: OperationContract): boolean {
  return earlyHeads.has(id) && responses[200]?.kind === 'json';
}

/** The result, if it comes at once; else undefined. Rejects with what the handler refuses with at once. */
export async function atOnce(result: Promise<unknown>): Promise<{ readonly value: unknown } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience);
  });
  try {
    return await Promise.race([result.then((value) => ({ value })), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The head now, the body when the result is there. A failure can only break the connection off. */
export function earlyReply(result: Promise<unknown>, context: WriteContext): HostResponse {
  // The client may go before anyone reads the body.
  result.catch(() => undefined);
  return {
    status: usualStatus(context.operation),
    headers: mergedHeaders(context, undefined, 'application/json'),
    body: bodyOf(result, context),
    onFailure: context.words,
  };
}

async function* bodyOf(
  result: Promise<unknown>,
  { operation, checks, query, report }: WriteContext,
): AsyncGenerator<string> {
  const value = await result;
  if (value instanceof RawResponse)
    throw new TypeError(`the head of ${operation.id} is out: a raw response comes too late`);
  const text = `${JSON.stringify(value instanceof Reply ? value.body : value)}\n`;
  const response = operation.responses[200];
  if (checks !== 'off' && response !== undefined) {
    runCheck({ checks: 'warn', report }, () => checkResponse(operation, response, JSON.parse(text), query));
  }
  yield text;
}
