/** Allocates the addresses of one subnet of a network. */
import { Forbidden, ServerError } from '@lading/server-v1.44';
import { contains, formatAddress, parseAddress, parseSubnet, type Subnet } from '../values/address.js';
import type { SubnetRecord } from './network-record.js';

export class AddressPool {
  readonly subnet: Subnet;
  readonly gateway: string;
  readonly #range: Subnet;
  readonly #used: Set<bigint>;
  readonly #isSerial: boolean;
  /** No free address is below it, unless the pool is serial. */
  #next: bigint;

  /**
   * Returns the pool of a valid configuration, or undefined without a subnet.
   *
   * @param order `lowest` gives the lowest free address, as in networks of one engine; `serial` gives a released address again only
   *   after all others, as in networks of a swarm
   */
  static of(config: SubnetRecord, order: 'lowest' | 'serial'): AddressPool | undefined {
    const subnet = parseSubnet(config.subnet ?? '');
    return subnet && new AddressPool(config, subnet, order);
  }

  private constructor(config: SubnetRecord, subnet: Subnet, order: 'lowest' | 'serial') {
    this.subnet = subnet;
    this.#isSerial = order === 'serial';
    const range = parseSubnet(config.range ?? '');
    this.#range = range !== undefined && contains(subnet, { ...range, value: range.first }) ? range : subnet;
    this.#next = this.#range.first;
    // The network address, and the broadcast address of an IPv4 subnet, are reserved.
    this.#used = new Set(subnet.first === subnet.last ? [] : [subnet.first]);
    if (subnet.family === 4 && subnet.length < 31) this.#used.add(subnet.last);
    for (const text of Object.values(config.auxiliary ?? {})) {
      const address = parseAddress(text);
      if (address !== undefined) this.#used.add(address.value);
    }
    this.gateway = this.take(config.gateway);
  }

  /**
   * Allocates an address.
   * @param wanted the requested address; absent or empty for any
   * @throws Forbidden if it is in use; ServerError if no address is free
   */
  take(wanted?: string): string {
    const address = wanted ? parseAddress(wanted.replace(/^::ffff:/i, '')) : this.#nextFree();
    if (address === undefined || this.#used.has(address.value)) throw new Forbidden('Address already in use');
    this.#used.add(address.value);
    return formatAddress(address);
  }

  release(text: string): void {
    const address = parseAddress(text);
    if (address === undefined || !this.#used.delete(address.value) || this.#isSerial) return;
    if (contains(this.#range, address) && address.value < this.#next) this.#next = address.value;
  }

  /** Returns the next free address; after the last one, it continues at the start. */
  #nextFree(): { readonly family: 4 | 6; readonly value: bigint } {
    const { first, last, family } = this.#range;
    for (let attempt = 0; attempt <= this.#used.size; attempt += 1) {
      const value = this.#next;
      this.#next = value === last ? first : value + 1n;
      if (!this.#used.has(value)) return { family, value };
    }
    throw new ServerError(`no available IPv${family} addresses on this network's address pools`);
  }
}
