/** The port of connections from the machine to containers. */
import type { Duplex } from 'node:stream';

export type TransportProtocol = 'tcp' | 'udp' | 'sctp';

export interface PortRequest {
  readonly protocol: TransportProtocol;
  /** The address of the machine; empty for all addresses. */
  readonly address: string;
  /** The first and last port that may be taken; zeros for any. */
  readonly first: number;
  readonly last: number;
  /** Called with each connection. @returns false if nothing accepts it */
  readonly accept: (connection: Duplex) => boolean;
}

export interface PublishedPort {
  readonly port: number;
  close(): void;
}

/** Thrown for a port of the machine that is in use. */
export class PortInUse extends Error {}

export interface NetworkDriver {
  /** @throws PortInUse */
  publish(request: PortRequest): Promise<PublishedPort>;
  close(): Promise<void>;
}
