/** What containers reach: other containers by name and address, and the programs that listen in them. */
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectionPair } from '../../streams/connection-pair.js';
import type { ContainerNetwork } from '../../ports/container-runtime.js';
import { predefinedNetworks } from '../../state/network-record.js';
import type { SwarmScope } from '../../state/swarm-scope.js';
import type { ContainerService } from './container-service.js';
import type { Container } from './container.js';
import { linksOf } from './links.js';
import type { HostLine } from './network-files.js';

/** Where clients reach the engine on the machine. */
export interface EngineSocket {
  /** The paths of the machine that lead to it. */
  readonly paths: readonly string[];
  /** @returns undefined if the engine listens nowhere that needs no certificate */
  connect(): Duplex | undefined;
}

/** What containers reach of the machine. */
interface MachineReach {
  /** Returns its address on the default network. */
  readonly hostGateway: () => string;
  readonly socket: EngineSocket | undefined;
}

export class ContainerNetworks {
  readonly #containers: ContainerService;
  readonly #swarm: SwarmScope;
  readonly #machine: MachineReach;

  constructor(containers: ContainerService, swarm: SwarmScope, machine: MachineReach) {
    this.#containers = containers;
    this.#swarm = swarm;
    this.#machine = machine;
  }

  /** Returns the network of the processes of a container. */
  of(container: Container): ContainerNetwork {
    return {
      listen: (port, accept) => {
        const { listeners } = typeof port === 'string' ? container : this.owner(container);
        if (listeners.has(port)) throw networkError('EADDRINUSE', `address already in use: port ${port}`);
        listeners.set(port, accept);
        return () => {
          if (listeners.get(port) === accept) listeners.delete(port);
        };
      },
      listening: () => [...this.owner(container).listeners.keys()].filter((key) => typeof key === 'number'),
      interfaces: () =>
        Object.values(this.owner(container).endpoints)
          .flatMap(({ joined }) => joined ?? [])
          // Networks such as `none` give no interface.
          .filter(({ mac }) => mac !== '')
          .map(({ mac, address, prefixLength, ipv6Address, ipv6PrefixLength }, index) => ({
            name: `eth${index}`,
            mac,
            addresses: [
              ...(address === '' ? [] : [`${address}/${prefixLength}`]),
              ...(ipv6Address === '' ? [] : [`${ipv6Address}/${ipv6PrefixLength}`]),
            ],
          })),
      resolve: (name) => this.#resolve(this.owner(container), name),
      connectFile: (path) => {
        const accept = container.listeners.get(path);
        if (accept === undefined) {
          const connection = this.#hasEngineSocket(container, path) ? this.#machine.socket?.connect() : undefined;
          if (connection === undefined) throw networkError('ENOENT', `${path}: No such file or directory`);
          return connection;
        }
        const [near, far] = connectionPair();
        accept(far);
        return near;
      },
      connect: (host, port) => {
        const owner = this.owner(container);
        const [address] = this.#resolve(owner, host);
        if (address === undefined) throw networkError('ENOTFOUND', `bad address '${host}'`);
        const target = this.#at(owner, address);
        const [near, far] = connectionPair();
        const isAccepted =
          target === undefined ? this.#acceptInSwarm(owner, address, port, far) : this.accept(target, port, far);
        if (!isAccepted)
          throw networkError('ECONNREFUSED', `can't connect to remote host (${address}): Connection refused`);
        return near;
      },
    };
  }

  #hasEngineSocket({ record: { mounts } }: Container, path: string): boolean {
    const mount = mounts.find(({ type, destination }) => type === 'bind' && destination === path);
    return mount !== undefined && this.#machine.socket?.paths.includes(mount.source) === true;
  }

  /** Passes a connection to the program that listens on a port. @returns false if there is none */
  accept(container: Container, port: number, connection: Duplex): boolean {
    const accept = this.owner(container).listeners.get(port);
    if (accept === undefined) return false;
    accept(connection);
    return true;
  }

  /** Returns the container whose network this one uses. */
  owner(container: Container): Container {
    const { networkMode } = container.host;
    if (!networkMode.startsWith('container:')) return container;
    return this.#containers.find(networkMode.slice('container:'.length));
  }

  /** Returns the addresses that a request adds, by name. */
  extraHosts({ host }: Container): ReadonlyMap<string, string> {
    return this.hosts((host.others['ExtraHosts'] ?? []) as readonly string[]);
  }

  /** Parses entries in the form `name:address`; `host-gateway` is the address of the machine on the default network. */
  hosts(entries: readonly string[]): ReadonlyMap<string, string> {
    const hosts = hostsOf(entries);
    const gateway = this.#machine.hostGateway();
    return new Map([...hosts].map(([name, address]) => [name, address === 'host-gateway' ? gateway : address]));
  }

  /** Returns the lines of the file of hosts for legacy links. */
  linkLines(container: Container): HostLine[] {
    return linksOf(container, this.#containers).flatMap(({ target, alias }) => {
      const address = target.endpoints['bridge']?.joined?.address ?? '';
      const names = [...new Set([alias, target.hostname, target.name])];
      return address === '' ? [] : [{ address, names }];
    });
  }

  #resolve(container: Container, name: string): string[] {
    if (isIP(name) !== 0) return [name];
    if (name === 'localhost') return ['127.0.0.1'];
    const extra = this.extraHosts(container).get(name);
    if (extra !== undefined) return [extra];
    const found: string[] = [];
    for (const [network, endpoint] of Object.entries(container.endpoints)) {
      if (name === container.hostname && endpoint.joined !== undefined) found.push(endpoint.joined.address);
      const linked = predefinedNetworks.has(network)
        ? linksOf(container, this.#containers)
        : linksOfEndpoint(endpoint.links, this.#containers);
      for (const { target, alias } of linked) {
        const address = target.endpoints[network]?.joined?.address;
        if (address !== undefined && (alias === name || target.name === name)) found.push(address);
      }
      if (endpoint.joined !== undefined)
        found.push(...(this.#swarm.names?.resolve(endpoint.joined.networkId, name) ?? []));
      for (const other of this.#containers.all()) {
        const { joined, dnsNames } = other.endpoints[network] ?? {};
        if (joined !== undefined && dnsNames?.includes(name) === true) found.push(joined.address);
      }
    }
    return [...new Set(found)].filter((address) => address !== '');
  }

  #acceptInSwarm(container: Container, address: string, port: number, connection: Duplex): boolean {
    return Object.values(container.endpoints).some(
      ({ joined }) =>
        joined !== undefined && this.#swarm.names?.accept(joined.networkId, address, port, connection) === true,
    );
  }

  /** Returns the container with an address on a network of this one. */
  #at(container: Container, address: string): Container | undefined {
    if (address.startsWith('127.')) return container;
    return this.#containers
      .all()
      .find((other) =>
        Object.entries(other.endpoints).some(
          ([network, { joined }]) =>
            joined?.address === address && (other === container || container.endpoints[network]?.joined !== undefined),
        ),
      );
  }
}

/** Parses links of the form `target:alias`. */
function linksOfEndpoint(links: readonly string[] | null, containers: ContainerService) {
  return (links ?? []).flatMap((link) => {
    const [name = '', alias = name] = link.split(':');
    const target = containers.named(name) ?? containers.get(name);
    return target === undefined ? [] : [{ target, alias }];
  });
}

function networkError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Parses entries in the form `name:address` or `name=address`, whose address may be of IPv6. The first of a name applies. */
function hostsOf(entries: readonly string[]): ReadonlyMap<string, string> {
  const hosts = new Map<string, string>();
  for (const entry of entries) {
    const [, name, address] = /^([^:=]+)[:=](.*)$/.exec(entry) ?? [];
    if (name !== undefined && address !== undefined && !hosts.has(name)) hosts.set(name, address);
  }
  return hosts;
}
