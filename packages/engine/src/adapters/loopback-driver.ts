/** Publishes ports on the loopback interface of the machine. Only TCP connections are accepted. */
import { createServer, isIP, type Server, type Socket } from 'node:net';
import { PortInUse, type NetworkDriver, type PortRequest, type PublishedPort } from '../ports/network-driver.js';
import { RecordingDriver } from './recording-driver.js';

export class LoopbackDriver implements NetworkDriver {
  readonly #servers = new Set<Server>();
  readonly #sockets = new Set<Socket>();
  /** Ports without connections: those of other protocols. */
  readonly #others = new RecordingDriver();

  async publish(request: PortRequest): Promise<PublishedPort> {
    if (request.protocol !== 'tcp') return this.#others.publish(request);
    const { first, last, address } = request;
    for (let port = first; port <= last; port += 1) {
      const sockets = new Set<Socket>();
      const server = this.#serverOf(request, sockets);
      const opened = await listen(server, port, loopbackOf(address));
      if (opened === undefined) continue;
      this.#servers.add(server);
      return {
        port: opened,
        close: () => {
          this.#servers.delete(server);
          server.close();
          for (const socket of sockets) socket.destroy();
        },
      };
    }
    throw new PortInUse();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all([...this.#servers].map((server) => new Promise((resolve) => server.close(resolve))));
    this.#servers.clear();
  }

  #serverOf({ accept }: PortRequest, sockets: Set<Socket>): Server {
    // Small replies of a container do not wait for an acknowledgement, as with the proxy of a real engine.
    return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      for (const set of [this.#sockets, sockets]) {
        set.add(socket);
        socket.once('close', () => set.delete(socket));
      }
      // A client that disconnects is no error of the engine.
      socket.on('error', () => undefined);
      if (!accept(socket)) socket.resetAndDestroy();
    });
  }
}

/** Returns the address to listen on: other machines do not reach the containers. */
function loopbackOf(address: string): string {
  if (address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))) return address;
  return '127.0.0.1';
}

/** @returns the port, or undefined if it is in use */
function listen(server: Server, port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
