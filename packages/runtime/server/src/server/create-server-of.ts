/** Creates a server from a contract and its handlers. */
import type { Contract } from '@lading/runtime-wire';
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostResponse, HostRequest } from '../host/index.js';
import { closeGracefully, type Drain } from '../host/node/close-gracefully.js';
import { listen } from '../host/node/listen.js';
import { RequestQueue } from '../host/node/request-queue.js';
import { serve, type NodeHost } from '../host/node/serve.js';
import { upgradeListener } from '../host/node/upgrade.js';
import { serveFetch } from '../host/web/fetch-handler.js';
import { Core } from './core.js';
import type { EngineServer } from './engine-server.js';
import type { HandlerTable } from './handler-table.js';
import type { ServerOptions } from './options.js';

/** Creates a server. @throws Error if a conversion is for other versions */
export function createServerOf(contract: Contract, handlers: HandlerTable, options: ServerOptions = {}): EngineServer {
  const closing = new AbortController();
  // Every open session adds a listener.
  setMaxListeners(0, closing.signal);
  const listenings = new Set<Drain>();
  const core = new Core(contract, handlers, options, closing.signal);
  const host: NodeHost = { core, open: new Set(), queue: new RequestQueue(core.limits) };
  const listener = (request: IncomingMessage, response: ServerResponse): void => serve(host, request, response);
  const server: EngineServer = {
    listener,
    upgrade: upgradeListener({ mayUpgrade: (method, url) => core.mayUpgrade(method, url), listener }),
    middleware: (request, response, next) => serve(host, request, response, next),
    fetch: (request, env) => serveFetch(host, request, env),
    handle: (request: HostRequest): Promise<HostResponse> =>
      Promise.resolve(core.handle(request) ?? core.respondWithoutOperation(request)),
    listen: async (address) => {
      const listening = await listen(server, address, core.limits);
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
