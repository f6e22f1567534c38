/** The host for `node:http`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Core } from '../../server/core.js';
import type { HostResponse } from '../host-message.js';
import { NodeRequest, type RunningCalls } from './node-request.js';
import type { RequestQueue } from './request-queue.js';
import { sendInBatch } from './write-batch.js';

/** The state that all requests of a server share. */
export interface NodeHost {
  readonly core: Core;
  readonly open: RunningCalls;
  readonly queue: RequestQueue;
}

/** Serves a request. If it matches no operation, `otherwise` is called instead of responding with 404. Never throws. */
export function serve(
  host: NodeHost,
  request: IncomingMessage,
  response: ServerResponse,
  otherwise?: () => void,
): void {
  const url = request.url ?? '/';
  host.queue.add(request, response, () => respond(host, new NodeRequest(request, response, url, host.open), otherwise));
}

function respond({ core }: NodeHost, exchange: NodeRequest, otherwise?: () => void): void {
  const send = (response: HostResponse | undefined): void => {
    if (response !== undefined) sendInBatch(response, exchange);
    else if (otherwise === undefined) sendWhenReady(core.respondWithoutOperation(exchange), exchange);
    else otherwise();
  };
  const response = core.handle(exchange);
  if (response instanceof Promise) void response.then(send);
  else send(response);
}

function sendWhenReady(response: HostResponse | Promise<HostResponse>, exchange: NodeRequest): void {
  if (response instanceof Promise) void response.then((settled) => sendInBatch(settled, exchange));
  else sendInBatch(response, exchange);
}
