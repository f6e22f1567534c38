/** The network on which the managers of swarms are reached. Engines that share one can join each other's swarms. */
import type { Swarm } from './swarm.js';

/** A node that other engines reach. */
export interface ReachableManager {
  readonly isManager: boolean;
  readonly isConnected: boolean;
  readonly swarm: Swarm | undefined;
}

const firstHost = 3;

export class SwarmNetwork {
  readonly #managers = new Map<string, ReachableManager>();
  #hosts = 0;

  /** Returns an address for another engine. */
  nextAddress(): string {
    const host = firstHost + this.#hosts;
    this.#hosts += 1;
    return `192.168.${65 + Math.floor(host / 250)}.${host % 250}`;
  }

  /** Opens the port of a manager. */
  listen(address: string, member: ReachableManager): void {
    this.#managers.set(address, member);
  }

  close(address: string, member: ReachableManager): void {
    if (this.#managers.get(address) === member) this.#managers.delete(address);
  }

  /** Returns the manager at an address and port. */
  at(address: string): ReachableManager | undefined {
    return this.#managers.get(address);
  }
}
