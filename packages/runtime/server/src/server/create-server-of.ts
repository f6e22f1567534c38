/** Creates a server from a contract, its handlers, and a dialect. */
import type { Contract } from '@lading/runtime-wire';
import { setMaxListeners } from 'node:events';
import type { HostResponse, HostRequest } from '../host/index.js';
import { NodeHost, type ServeRequest } from '../host/node/node-host.js';
import { serveFetch } from '../host/web/fetch-handler.js';
import { Core } from './core.js';
import type { Dialect } from '../dialect/dialect.js';
import type { ApiServer } from './api-server.js';
import { withErrorFormat } from './format-error.js';
import type { HandlerTable } from './call.js';
import type { SharedOptions } from './options.js';
import { sendInBatch } from '../host/node/write-batch.js';
import type { NodeRequest } from '../host/node/node-request.js';

/** Creates a server. @throws Error if a conversion is for other versions */
export function createServerOf(
  contract: Contract,
  handlers: HandlerTable,
  dialect: Dialect,
  options: SharedOptions,
): ApiServer {
  const closing = new AbortController();
  // Every open session adds a listener.
  setMaxListeners(0, closing.signal);
  const { formatError } = options;
  const ownDialect = formatError === undefined ? dialect : withErrorFormat(dialect, formatError);
  const core = new Core(contract, handlers, ownDialect, options, closing.signal);
  const host = new NodeHost({
    limits: core.limits,
    serve: serveNode(core),
    mayUpgrade: (method, url) => core.mayUpgrade(method, url),
    respondToMalformed: (status, message) => core.respondToMalformed(status, message),
    scheme: dialect.addressScheme,
    closing,
  });
  const server: ApiServer = {
    listener: host.listener,
    upgrade: host.upgrade,
    middleware: (request, response, next) => host.serve(request, response, next),
    fetch: (request, env) => serveFetch(core, host, request, env),
    handle: async (request: HostRequest): Promise<HostResponse> =>
      (await core.handle(request)) ?? core.respondWithoutOperation(request),
    listen: (address) => host.listen(address),
    close: (closeOptions) => host.close(closeOptions),
    [Symbol.asyncDispose]: () => server.close(),
  };
  return server;
}

/** If a request matches no operation, `otherwise` is called instead of responding with 404. */
function serveNode(core: Core): ServeRequest {
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
