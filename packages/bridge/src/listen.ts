/** Listens on an address and serves clients of several versions by an engine of one version. */
import type { ListenAddress, Listening } from '@lading/runtime-server/host';
import { isLocal, listenerOf } from './address.js';
import { createBridge, type Bridge, type BridgeOptions } from './create-bridge.js';

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
  /** The group whose members may open a unix socket, by name or number. Default: that of the process. */
  readonly group?: string | number;
}

/** Certificates in PEM. */
export interface ServerCertificates {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  /** The authorities of the certificates that clients must have. */
  readonly ca?: string | Buffer;
}

/** @throws Error if no version is served, for an address in another form, and for one that other machines reach without TLS */
export async function listen({ address, certificates, group, ...options }: ListenOptions): Promise<Listening> {
  return listenWith(await createBridge(options), address, {
    ...(certificates && { certificates }),
    ...(group !== undefined && { group }),
  });
}

/** Listens on an address with a bridge that may listen on others too. */
export async function listenWith(bridge: Bridge, address: string, options: ServerOptions = {}): Promise<Listening> {
  return bridge.listen(listenAddressOf(address, options));
}

function listenAddressOf(address: string, { certificates, group }: ServerOptions): ListenAddress {
  const own = listenerOf(address, 'listen');
  if ('path' in own) return { ...own, ...(group !== undefined && { group }) };
  if (!isLocal(own) && certificates?.ca === undefined) throw notLocal(address);
  return 'host' in own && certificates !== undefined ? { ...own, tls: tlsSettings(certificates) } : own;
}

function tlsSettings({ cert, key, ca }: ServerCertificates) {
  const settings = { cert, key, minVersion: 'TLSv1.2' as const, ALPNProtocols: ['http/1.1'] };
  return ca === undefined ? settings : { ...settings, ca, requestCert: true, rejectUnauthorized: true };
}

/** Whoever reaches the engine is root on its machine. */
function notLocal(address: string): Error {
  return new Error(
    `listen "${address}": anyone who reaches it would control the engine; pass an address of this machine, such as ` +
      'tcp://127.0.0.1:2375, or certificates with the authorities of the clients',
  );
}
