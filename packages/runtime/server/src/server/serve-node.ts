/** Serves the requests of `node:http` by the core. */
import type { HostResponse } from '../host/host-message.js';
import { sendInBatch } from '../host/node/write-batch.js';
import type { ServeRequest } from '../host/node/node-host.js';
import type { NodeRequest } from '../host/node/node-request.js';
import type { Core } from './core.js';

/** If a request matches no operation, `otherwise` is called instead of responding with 404. */
export function serveNode(core: Core): ServeRequest {
  return (request, otherwise) => {
    const send = (response: HostResponse | undefined): void => {
      if (response !== undefined) sendInBatch(response, request);
      else if (otherwise === undefined) sendWhenReady(core.respondWithoutOperation(request), request);
      else otherwise();
    };
    const response = core.handle(request);
    if (response instanceof Promise) void response.then(send);
    else send(response);
  };
}

function sendWhenReady(response: HostResponse | Promise<HostResponse>, request: NodeRequest): void {
  if (response instanceof Promise) void response.then((settled) => sendInBatch(settled, request));
  else sendInBatch(response, request);
}
