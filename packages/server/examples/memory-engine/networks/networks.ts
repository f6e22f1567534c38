/** The networks of the engine. Their addresses are allocated but not reachable. */
import { Forbidden, NotFound, ServerError } from '@lading/server';
import type { IPAM, IPAMConfig, Network } from '@lading/types-v1.44';
import type { Events } from '../events.js';
import { newId } from '../ids.js';
import { lookup } from '../lookup.js';
import { AddressPool } from './address-pool.js';
import { overlap, parseSubnet, type Family } from './address.js';
import type { EndpointNetwork } from './validate-endpoint.js';

export const predefined: ReadonlySet<string> = new Set(['bridge', 'host', 'none']);

interface NetworkEntry {
  readonly id: string;
  readonly name: string;
  readonly network: Network;
  readonly pools: Readonly<Partial<Record<Family, AddressPool>>>;
  readonly endpoints: EndpointNetwork;
}

type NewNetwork = Partial<Network> & { readonly Name: string };

export class Networks {
  readonly #entries = new Map<string, NetworkEntry>();
  readonly #events: Events;

  constructor(events: Events) {
    this.#events = events;
    for (const Name of predefined) this.#add({ Name, Driver: Name === 'none' ? 'null' : Name });
  }

  all(): Network[] {
    return [...this.#entries.values()].map(({ network }) => network);
  }

  /** Finds a network by id, name or id prefix. @throws NotFound; BadRequest if the prefix is ambiguous */
  find(wanted: string): Network {
    const name = wanted === 'default' ? 'bridge' : wanted;
    try {
      return lookup(this.#entries.values(), name, 'network').network;
    } catch (error) {
      throw error instanceof NotFound ? new NotFound(`network ${name} not found`) : error;
    }
  }

  /** Creates a network. @throws Forbidden if a subnet overlaps with one of another network or of the request */
  create(request: NewNetwork): Network {
    const network = this.#add(request);
    this.#events.emit('network', 'create', network.Id, { name: network.Name, type: network.Driver });
    return network;
  }

  remove(wanted: string): void {
    const { Id, Name, Driver, Containers } = this.find(wanted);
    if (predefined.has(Name)) throw new Forbidden(`${Name} is a pre-defined network and cannot be removed`);
    if (Object.keys(Containers ?? {}).length > 0) {
      throw new Forbidden(`error while removing network: network ${Name} id ${Id} has active endpoints`);
    }
    this.#entries.delete(Id);
    this.#events.emit('network', 'destroy', Id, { name: Name, type: Driver });
  }

  /** Returns the constraints on endpoints of the network. */
  endpointsOf({ Id }: Network): EndpointNetwork {
    return this.#entries.get(Id)?.endpoints ?? { isPredefined: false, configuredSubnets: [] };
  }

  /** Returns the address pool of one family, or undefined if the network has none. */
  poolOf({ Id }: Network, family: Family): AddressPool | undefined {
    return this.#entries.get(Id)?.pools[family];
  }

  #add({ IPAM, ...request }: NewNetwork): Network {
    const ipam = this.#ipamOf(request.Name, IPAM);
    const network: Network = {
      Id: newId(),
      Created: new Date().toISOString(),
      Scope: 'local',
      Driver: 'bridge',
      EnableIPv6: false,
      IPAM: ipam,
      Internal: false,
      Attachable: false,
      Ingress: false,
      ConfigFrom: { Network: '' },
      ConfigOnly: false,
      Containers: {},
      Options: {},
      Labels: {},
      ...request,
    };
    this.#entries.set(network.Id, {
      id: network.Id,
      name: network.Name,
      network,
      pools: poolsOf(ipam.Config ?? [], network.EnableIPv6),
      endpoints: {
        isPredefined: predefined.has(network.Name),
        configuredSubnets: (IPAM?.Config ?? []).map(({ Subnet = '' }) => Subnet),
      },
    });
    return network;
  }

  #ipamOf(name: string, requested: IPAM | undefined): IPAM {
    const configured = requested?.Config ?? [];
    this.#rejectOverlaps(configured);
    const hasAddresses = name !== 'host' && name !== 'none';
    const hasIPv4 = configured.some(({ Subnet = '' }) => parseSubnet(Subnet)?.family === 4);
    return {
      Driver: requested?.Driver || 'default',
      Options: requested?.Options ?? null,
      Config: [...configured, ...(hasAddresses && !hasIPv4 ? [this.#defaultConfig()] : [])],
    };
  }

  #rejectOverlaps(configs: readonly IPAMConfig[]): void {
    const taken = this.#subnets();
    for (const subnet of subnetsOf(configs)) {
      if (taken.some((other) => overlap(subnet, other)))
        throw new Forbidden('Pool overlaps with other one on this address space');
      taken.push(subnet);
    }
  }

  /** Returns the first default block that no network uses. */
  #defaultConfig(): IPAMConfig {
    const taken = this.#subnets();
    for (const start of defaultBlocks) {
      const Subnet = `${start}.0.0/16`;
      const free = subnetsOf([{ Subnet }]).every((subnet) => !taken.some((other) => overlap(subnet, other)));
      if (free) return { Subnet, Gateway: `${start}.0.1` };
    }
    throw new ServerError(
      'could not find an available, non-overlapping IPv4 address pool among the defaults to assign to the network',
    );
  }

  #subnets() {
    return this.all().flatMap(({ IPAM }) => subnetsOf(IPAM.Config ?? []));
  }
}

/** The prefixes of default `/16` blocks: 172.17 to 172.31 as in an engine, followed by 10.1 to 10.254. */
const defaultBlocks: readonly string[] = [
  ...Array.from({ length: 15 }, (_, index) => `172.${17 + index}`),
  ...Array.from({ length: 254 }, (_, index) => `10.${1 + index}`),
];

function subnetsOf(configs: readonly IPAMConfig[]) {
  return configs.flatMap(({ Subnet = '' }) => parseSubnet(Subnet) ?? []);
}

/** Returns an address pool for the first subnet of each family. */
function poolsOf(configs: readonly IPAMConfig[], hasIPv6: boolean): NetworkEntry['pools'] {
  const pools: Partial<Record<Family, AddressPool>> = {};
  for (const config of configs) {
    const subnet = parseSubnet(config.Subnet ?? '');
    if (subnet !== undefined && (subnet.family === 4 || hasIPv6))
      pools[subnet.family] ??= new AddressPool(config, subnet);
  }
  return pools;
}
