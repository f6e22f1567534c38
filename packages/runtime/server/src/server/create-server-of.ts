/** Makes a server of a contract and its handlers. */
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Contract } from '../contract/index.js';
import type { HostReply, HostRequest } from '../host/index.js';
import { listen } from '../host/node/listen.js';
import type { OpenCalls } from '../host/node/node-request.js';
import { serve } from '../host/node/serve.js';
import { serveUpgrade } from '../host/node/upgrade.js';
import { serveFetch } from '../host/web/fetch-handler.js';
import { Core } from './core.js';
import type { EngineServer, Listening } from './engine-server.js';
import type { HandlerTable } from './handler-table.js';
import type { ServerOptions } from './options.js';

/** @throws Error where a contract has a path that cannot be served, or a conversion is of other versions */
export function createServerOf(contract: Contract, handlers: HandlerTable, options: ServerOptions = {}): EngineServer {
  const closing = new AbortController();
  // Every open session listens to it.
  setMaxListeners(0, closing.signal);
  const open: OpenCalls = new Set();
  const listenings = new Set<Listening>();
  const core = new Core(contract, handlers, options, closing.signal);
  const server: EngineServer = {
    listener: (request: IncomingMessage, response: ServerResponse) =>
      serve(core, request, response, request.url ?? '/', open),
    upgrade: (request, socket, head) => void serveUpgrade(core, request, socket, head, request.url ?? '/', open),
    middleware: (request, response, next) => serve(core, request, response, request.url ?? '/', open, next),
    fetch: (request: Request) => serveFetch(core, request),
    handle: (request: HostRequest): Promise<HostReply> =>
      Promise.resolve(core.handle(request) ?? core.otherwise(request)),
    listen: async (address) => {
      const listening = await listen(server, address, core.limits);
      listenings.add(listening);
      return listening;
    },
    close: async () => {
      const reason = new DOMException('the server is closed', 'AbortError');
      closing.abort(reason);
      for (const controller of open) controller.abort(reason);
      open.clear();
      await Promise.all([...listenings].map((listening) => listening.close()));
      listenings.clear();
    },
  };
  return server;
}
