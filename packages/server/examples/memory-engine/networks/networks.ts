/** The networks of the engine, and addresses on them that lead nowhere. */
import { Forbidden, NotFound, ServerError } from '@lading/server';
import type { Network } from '@lading/types-v1.44';
import type { Events } from '../events.js';
import { newId } from '../ids.js';
import { lookup } from '../lookup.js';

export const predefined: ReadonlySet<string> = new Set(['bridge', 'host', 'none']);

interface Known {
  readonly id: string;
  readonly name: string;
  readonly network: Network;
  /** The last part of the next address. */
  next: number;
}

type Given = Partial<Network> & { readonly Name: string };

export class Networks {
  readonly #all = new Map<string, Known>();
  readonly #events: Events;
  #subnets = 17;

  constructor(events: Events) {
    this.#events = events;
    for (const Name of predefined) this.#keep({ Name, Driver: Name === 'none' ? 'null' : Name });
  }

  all(): Network[] {
    return [...this.#all.values()].map(({ network }) => network);
  }

  /** @throws NotFound, and BadRequest where several ids begin so */
  find(wanted: string): Network {
    const name = wanted === 'default' ? 'bridge' : wanted;
    try {
      return lookup(this.#all.values(), name, 'network').network;
    } catch (error) {
      throw error instanceof NotFound ? new NotFound(`network ${name} not found`) : error;
    }
  }

  create(given: Given): Network {
    const network = this.#keep(given);
    this.#events.emit('network', 'create', network.Id, { name: network.Name, type: network.Driver });
    return network;
  }

  remove(wanted: string): void {
    const { Id, Name, Driver, Containers } = this.find(wanted);
    if (predefined.has(Name)) throw new Forbidden(`${Name} is a pre-defined network and cannot be removed`);
    if (Object.keys(Containers ?? {}).length > 0) {
      throw new Forbidden(`error while removing network: network ${Name} id ${Id} has active endpoints`);
    }
    this.#all.delete(Id);
    this.#events.emit('network', 'destroy', Id, { name: Name, type: Driver });
  }

  /** `10.0.0.0/24` → an address in it, its gateway and the length of its prefix. */
  addressOn({ Id, IPAM }: Network): { readonly address: string; readonly gateway: string; readonly length: number } {
    const known = this.#all.get(Id);
    const [subnet] = IPAM.Config ?? [];
    if (known === undefined || subnet?.Subnet === undefined) return { address: '', gateway: '', length: 0 };
    const [base = '', length] = subnet.Subnet.split('/');
    const [a, b] = base.split('.');
    known.next += 1;
    if (known.next > 65_000) throw new ServerError('no available IPv4 addresses on this network');
    const address = `${a}.${b}.${known.next >> 8}.${known.next & 255}`;
    return { address, gateway: subnet.Gateway ?? '', length: Number(length) };
  }

  #keep({ IPAM, ...given }: Given): Network {
    const subnet = `172.${this.#subnets}.0`;
    const hasAddresses = given.Name !== 'host' && given.Name !== 'none';
    if (hasAddresses && !IPAM?.Config?.length) this.#subnets += 1;
    const network: Network = {
      Id: newId(),
      Created: new Date().toISOString(),
      Scope: 'local',
      Driver: 'bridge',
      EnableIPv6: false,
      IPAM: {
        Driver: IPAM?.Driver || 'default',
        Options: IPAM?.Options ?? null,
        Config: IPAM?.Config?.length
          ? IPAM.Config
          : hasAddresses
            ? [{ Subnet: `${subnet}.0/16`, Gateway: `${subnet}.1` }]
            : [],
      },
      Internal: false,
      Attachable: false,
      Ingress: false,
      ConfigFrom: { Network: '' },
      ConfigOnly: false,
      Containers: {},
      Options: {},
      Labels: {},
      ...given,
    };
    this.#all.set(network.Id, { id: network.Id, name: network.Name, network, next: 1 });
    return network;
  }
}
