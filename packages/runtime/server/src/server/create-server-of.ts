/** Creates a server from a contract, its handlers, and a dialect. */
import type { Contract } from '@lading/runtime-wire';
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostResponse, HostRequest } from '../host/index.js';
import { clientErrorListener } from '../host/node/client-error.js';
import { closeGracefully, type Drain } from '../host/node/close-gracefully.js';
import { listen } from '../host/node/listen.js';
import { RequestQueue } from '../host/node/request-queue.js';
import { serve, type NodeHost } from '../host/node/serve.js';
import { upgradeListener } from '../host/node/upgrade.js';
import { serveFetch } from '../host/web/fetch-handler.js';
import { Core } from './core.js';
import type { Dialect } from '../dialect/dialect.js';
import type { ApiServer } from './api-server.js';
import { withErrorFormat } from './format-error.js';
import type { HandlerTable } from './handler-table.js';
import type { SharedOptions } from './options.js';

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
  const listenings = new Set<Drain>();
  const { formatError } = options;
  const ownDialect = formatError === undefined ? dialect : withErrorFormat(dialect, formatError);
  const core = new Core(contract, handlers, ownDialect, options, closing.signal);
  const host: NodeHost = { core, open: new Set(), queue: new RequestQueue(core.limits) };
  const listener = (request: IncomingMessage, response: ServerResponse): void => serve(host, request, response);
  const onClientError = clientErrorListener((status, message) => core.respondToMalformed(status, message));
  const mayUpgrade = (method: string, url: string): boolean => core.mayUpgrade(method, url);
  const server: ApiServer = {
    listener,
    upgrade: upgradeListener({ mayUpgrade, listener, onClientError }),
    middleware: (request, response, next) => serve(host, request, response, next),
    fetch: (request, env) => serveFetch(host, request, env),
    handle: async (request: HostRequest): Promise<HostResponse> =>
      (await core.handle(request)) ?? core.respondWithoutOperation(request),
    listen: async (address) => {
      const listening = await listen(server, address, core.limits, dialect.addressScheme, onClientError);
      listenings.add(listening);
      return listening;
    },
    close: async ({ timeout } = {}) => {
      await closeGracefully([...listenings], host.open, closing, timeout);
      listenings.clear();
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
  return server;
}
