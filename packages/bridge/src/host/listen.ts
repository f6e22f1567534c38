/** Listens on an address and serves clients of several versions by an engine of one version. */
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { createBridge, type Bridge, type BridgeOptions } from '../create-bridge.js';
import { isLocal, listenerOf } from './address.js';
import { listenOn } from './listen-on.js';

export interface ListenOptions extends BridgeOptions, ServerOptions {
  /**
   * Where to listen: `unix:///run/bridge.sock`, `tcp://127.0.0.1:2375`, or `fd://3`, a socket that the process got when it was
   * started. An address that other machines reach needs `certificates` with `ca`.
   */
  readonly address: string;
}

export interface ServerOptions {
  /** Those of a server with TLS, on `tcp://` only. */
  readonly certificates?: ServerCertificates;
  readonly limits?: Limits;
}

/** Certificates in PEM. */
export interface ServerCertificates {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  /** The authorities of the certificates that clients must have. */
  readonly ca?: string | Buffer;
}

/** Limits for clients; what is absent is not limited, except by Node. */
export interface Limits {
  /** The maximum number of connections. */
  readonly connections?: number;
  /** The maximum length of the headers of a request, in bytes. Default 16 KiB. */
  readonly headers?: number;
  /** The seconds after which a connection without a byte is closed, a terminal that nobody uses too. */
  readonly idle?: number;
  /** The seconds without a byte after which an upgraded connection is closed of which one half has ended. */
  readonly halfClosed?: number;
}

/** @throws Error if no version is served, for an address in another form, and for one that other machines reach without TLS */
export async function listen({ address, certificates, limits, ...options }: ListenOptions): Promise<Server> {
  return listenWith(await createBridge(options), address, {
    ...(certificates && { certificates }),
    ...(limits && { limits }),
  });
}

/** Listens on an address with a bridge that may listen on others too. */
export async function listenWith(bridge: Bridge, address: string, options: ServerOptions = {}): Promise<Server> {
  const own = listenerOf(address, 'listen');
  const { limits: { connections, headers, idle, halfClosed } = {} } = options;
  const certificates = 'host' in own ? options.certificates : undefined;
  if (!isLocal(own) && certificates?.ca === undefined) throw notLocal(address);
  const onRequest: Parameters<typeof createServer>[1] = (request, response) => void bridge.handle(request, response);
  // Uploads have no time limit.
  // A client whose machine is gone is noticed, whatever it waits for.
  const common = {
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    requestTimeout: 0,
    ...(headers !== undefined && { maxHeaderSize: headers }),
  };
  const server: Server =
    certificates === undefined
      ? createServer(common, onRequest)
      : createTlsServer({ ...common, ...tlsSettings(certificates) }, onRequest);
  server.on('upgrade', (request, socket, head) => {
    // The server leaves upgraded connections alone.
    if (idle !== undefined) (socket as Socket).setTimeout(idle * 1000, () => socket.destroy());
    if (halfClosed !== undefined) limitHalfClosed(socket as Socket, halfClosed * 1000);
    void bridge.handleUpgrade(request, socket, head);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  if (connections !== undefined) server.maxConnections = connections;
  if (idle !== undefined) server.setTimeout(idle * 1000);
  await listenOn(server, own);
  return server;
}

/** Limits the time without a byte from when either half has ended; before, only `idle` does. */
function limitHalfClosed(socket: Socket, milliseconds: number): void {
  const limit = (): void => void socket.setTimeout(milliseconds, () => socket.destroy());
  socket.once('end', limit).once('finish', limit);
}

function tlsSettings({ cert, key, ca }: ServerCertificates) {
  // One half of an upgraded connection may end before the other.
  const settings = { cert, key, minVersion: 'TLSv1.2' as const, ALPNProtocols: ['http/1.1'], allowHalfOpen: true };
  return ca === undefined ? settings : { ...settings, ca, requestCert: true, rejectUnauthorized: true };
}

/** Whoever reaches the engine is root on its machine. */
function notLocal(address: string): Error {
  return new Error(
    `listen "${address}": anyone who reaches it would control the engine; pass an address of this machine, such as ` +
      'tcp://127.0.0.1:2375, or certificates with the authorities of the clients',
  );
}
