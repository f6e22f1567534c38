/** Serves a request of `node:http`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Core } from '../../server/core.js';
import type { HostReply } from '../host-message.js';
import { NodeRequest, type OpenCalls } from './node-request.js';
import { sendSoon } from './outbox.js';

/** `otherwise` is called for what is no operation, in place of the answer that there is nothing. Never throws. */
export function serve(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  open: OpenCalls,
  otherwise?: () => void,
): void {
  const reply = core.handle(new NodeRequest(request, response, url, open));
  if (reply === undefined) {
    if (otherwise === undefined) sendSoon(core.otherwise(request), request, response);
    else otherwise();
  } else if (isPromise(reply)) void reply.then((settled) => sendSoon(settled, request, response));
  else sendSoon(reply, request, response);
}

function isPromise(reply: HostReply | Promise<HostReply>): reply is Promise<HostReply> {
  return reply instanceof Promise;
}
