/** Listens on a socket and serves clients of several versions by an engine of one version. */
import { createServer, type Server } from 'node:http';
import { isLocal, listenerOf } from './address.js';
import { createBridge, type Bridge, type BridgeOptions } from './create-bridge.js';

export interface ListenOptions extends BridgeOptions {
  /**
   * Where to listen: `unix:///run/bridge.sock`, `tcp://127.0.0.1:2375`, which only this machine may reach, or `fd://3`, a socket that
   * the process got when it was started.
   */
  readonly address: string;
}

/** @throws Error if no version is served, for an address in another form, and for one that other machines reach */
export function listen({ address, ...options }: ListenOptions): Promise<Server> {
  return listenWith(createBridge(options), address);
}

/** Listens on an address with a bridge that may listen on others too. */
export async function listenWith(bridge: Bridge, address: string): Promise<Server> {
  const own = listenerOf(address, 'listen');
  if (!isLocal(own)) throw notLocal(address);
  // Uploads have no time limit.
  const server = createServer({ requestTimeout: 0 }, (request, response) => void bridge.handle(request, response));
  server.on('upgrade', (request, socket, head) => void bridge.handleUpgrade(request, socket, head));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(own, resolve));
  return server;
}

/** Whoever reaches the engine is root on its machine. */
function notLocal(address: string): Error {
  return new Error(
    `listen "${address}": anyone who reaches it would control the engine; pass an address of this machine, such as tcp://127.0.0.1:2375`,
  );
}
