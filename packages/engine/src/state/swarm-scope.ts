/** What the engine has of the swarm that it is part of: its networks, and the names on them. */
import type { Duplex } from 'node:stream';
import type { AddressPool } from './address-pool.js';
import type { NetworkRecord, NewNetwork } from './network-record.js';

/** The networks of the swarm, as a manager offers them. */
export interface SwarmNetworks {
  all(): NetworkRecord[];
  find(wanted: string): NetworkRecord | undefined;
  create(request: NewNetwork): NetworkRecord;
  /** @param containers those of this engine that are on the network */
  remove(id: string, containers: Iterable<string>): void;
  pool(id: string): AddressPool | undefined;
}

/** What containers find on networks of a swarm, also on other nodes. */
export interface SwarmNames {
  resolve(network: string, name: string): string[];
  accept(network: string, address: string, port: number, connection: Duplex): boolean;
}

/** A node of a swarm as its engine sees it. */
export interface SwarmPart {
  /** Undefined while the node is no manager. */
  readonly networks: SwarmNetworks | undefined;
  readonly names: SwarmNames;
}

export class SwarmScope {
  #part: SwarmPart | undefined;

  get networks(): SwarmNetworks | undefined {
    return this.#part?.networks;
  }

  get names(): SwarmNames | undefined {
    return this.#part?.names;
  }

  enter(part: SwarmPart): void {
    this.#part = part;
  }

  leave(): void {
    this.#part = undefined;
  }
}
