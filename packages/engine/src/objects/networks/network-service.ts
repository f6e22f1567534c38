/** The rules of networks: names, drivers, address ranges, and which containers are connected. */
import { BadRequest, Conflict, Forbidden, NotFound } from '@lading/server-v1.44';
import type { EventLog } from '../../state/event-log.js';
import type { Ports } from '../../ports/ports.js';
import { Collection } from '../../state/collection.js';
import { AddressPool } from '../../state/address-pool.js';
import type { Family } from '../../values/address.js';
import { rejectOverlaps, withDefaultSubnet } from './subnets.js';
import type { NetworkPlugin } from '../../state/endpoint-record.js';
import {
  predefinedNetworks,
  type NetworkMember,
  type NetworkRecord,
  type NewNetwork,
} from '../../state/network-record.js';
import type { SwarmNetworks, SwarmScope } from '../../state/swarm-scope.js';
import { validateIpam } from './validate-ipam.js';
import { requireOneSubnet, validateDriverOptions } from './validate-options.js';

type AddressPools = Readonly<Partial<Record<Family, AddressPool>>>;

/** Returns the network driver that an active plugin is; undefined if there is none of this name. */
interface NetworkPlugins {
  networkDriver(name: string): NetworkPlugin | undefined;
}

export interface NetworkSurroundings {
  readonly plugins: NetworkPlugins;
  readonly swarm: SwarmScope;
}

type NetworkPorts = Pick<Ports, 'clock' | 'ids' | 'store'>;

/** An empty name is that of the default driver. */
const builtInDrivers: ReadonlySet<string> = new Set(['', 'bridge', 'host', 'ipvlan', 'macvlan', 'null', 'overlay']);

const bridgeName = 'com.docker.network.bridge.name';

export const noManager =
  'This node is not a swarm manager. Use "docker swarm init" or "docker swarm join" to connect this node to swarm and try again.';

export class NetworkService {
  readonly #networks: Collection<NetworkRecord>;
  readonly #ports: NetworkPorts;
  readonly #events: EventLog;
  readonly #pools = new Map<string, AddressPools>();
  readonly #members = new Map<string, Map<string, NetworkMember>>();
  readonly #surroundings: NetworkSurroundings;

  constructor(ports: NetworkPorts, events: EventLog, surroundings: NetworkSurroundings) {
    this.#ports = ports;
    this.#events = events;
    this.#surroundings = surroundings;
    this.#networks = new Collection(ports.store, 'networks', 'network');
    // Networks of a swarm return with its tasks.
    this.removeSwarmNetworks();
    for (const network of this.#networks.all()) this.#pools.set(network.id, poolsOf(network));
    for (const name of predefinedNetworks)
      if (this.#networks.named(name) === undefined) this.#add(predefined(name, name === 'none' ? 'null' : name));
  }

  all(): NetworkRecord[] {
    return this.#networks.all();
  }

  /** Returns the networks of this engine, and those of the swarm if it is a manager. */
  listed(): NetworkRecord[] {
    const ofSwarm = this.#swarmNetworks?.all() ?? [];
    const ids = new Set(ofSwarm.map(({ id }) => id));
    return [...ofSwarm, ...this.all().filter(({ id }) => !ids.has(id))];
  }

  named(name: string): NetworkRecord | undefined {
    return this.#networks.named(name);
  }

  /** Finds a network by id, name or id prefix. @throws NotFound; BadRequest if the prefix is ambiguous */
  find(wanted: string): NetworkRecord {
    const name = wanted === 'default' ? 'bridge' : wanted;
    const ofSwarm = this.#swarmNetworks?.find(name);
    // Names precede prefixes of ids, also those of networks of this engine.
    if (ofSwarm?.name === name && this.#networks.named(name) === undefined) return ofSwarm;
    try {
      return this.#networks.find(name);
    } catch (error) {
      if (ofSwarm !== undefined) return ofSwarm;
      throw error instanceof NotFound ? new NotFound(`network ${name} not found`) : error;
    }
  }

  /** Finds a network; undefined if there is none. @throws BadRequest if the prefix is ambiguous */
  search(wanted: string): NetworkRecord | undefined {
    try {
      return this.find(wanted);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  /** Makes a network of the swarm available on this engine. */
  adopt(network: NetworkRecord): void {
    if (this.#networks.get(network.id) === undefined) this.#networks.put(network);
  }

  /** Removes the networks of the swarm from this engine. */
  removeSwarmNetworks(): void {
    for (const { id, isSwarmScoped } of this.all()) if (isSwarmScoped === true) this.#networks.delete(id);
  }

  /** Creates the network through which containers on networks of a swarm reach others. */
  ensureGatewayBridge(): void {
    const name = 'docker_gwbridge';
    if (this.#networks.named(name) !== undefined) return;
    const options = {
      'com.docker.network.bridge.enable_icc': 'false',
      'com.docker.network.bridge.enable_ip_masquerade': 'true',
      'com.docker.network.bridge.name': name,
    };
    this.#add({ ...predefined(name, 'bridge'), options });
  }

  /**
   * @throws BadRequest, Conflict; Forbidden if a subnet overlaps with one of another network or of the request; ServerError
   *   if a plugin does not create it
   */
  async create(request: NewNetwork): Promise<NetworkRecord> {
    const { name, driver } = request;
    const swarmNetworks = this.#swarmNetworks;
    this.#requireAllowed(request);
    if (swarmNetworks !== undefined && isOverlay(request)) return swarmNetworks.create(request);
    const source = this.#validate(request);
    const network = this.#add({
      ...request,
      driver: driver || 'bridge',
      ...(source !== undefined && {
        hasIPv6: source.hasIPv6,
        isInternal: source.isInternal,
        isAttachable: source.isAttachable,
        options: source.options,
        addressing: { ...source.addressing, subnets: source.addressing.subnets },
      }),
    });
    try {
      await this.pluginFor(network)?.createNetwork(network);
    } catch (error) {
      this.#delete(network.id);
      throw error;
    }
    this.#events.emit('network', 'create', network.id, { name, type: network.driver });
    return network;
  }

  /** Rejects a request that breaks rules of the API. @throws with the engine's message, if it has one */
  rejectInvalid(request: NewNetwork): void {
    this.#requireAllowed(request);
    this.#validate(request);
  }

  /** Checks what holds for networks of the swarm, too. */
  #requireAllowed({ name, driver, addressing, hasIPv6, isConfigOnly }: NewNetwork): void {
    if (predefinedNetworks.has(name) || name === 'default')
      throw new Forbidden(`operation is not permitted on predefined ${name} network `);
    if (driver === 'overlay' && !isConfigOnly && this.#swarmNetworks === undefined) throw new Forbidden(noManager);
    validateIpam(addressing, hasIPv6);
    if (name.trim() === '') throw new BadRequest(`invalid name: ${name}`);
  }

  /** @returns the network whose configuration it takes */
  #validate(request: NewNetwork): NetworkRecord | undefined {
    const { name, configFrom } = request;
    if (this.#networks.named(name) !== undefined) throw new Conflict(`network with name ${name} already exists`);
    validateDriver(request, this.#swarmNetworks !== undefined, (driver) => this.#pluginOf(driver));
    const source = configFrom === '' ? undefined : this.#configurationOf(request);
    if (!request.isConfigOnly) validateDriverOptions(source ?? request);
    const bridge = request.options[bridgeName];
    const other = this.all().find(({ options }) => bridge !== undefined && options[bridgeName] === bridge);
    if (other !== undefined)
      throw new Forbidden(
        `cannot create network ${this.#ports.ids.next()} (${bridge}): conflicts with network ${other.id} (${bridge}): networks have same bridge name`,
      );
    const { driver } = request;
    if (driver === 'host' || driver === 'null')
      throw new Forbidden(`only one instance of "${driver}" network is allowed`);
    return source;
  }

  /** @throws NotFound; Forbidden for predefined networks, and those with running containers or dependent networks */
  async remove(wanted: string): Promise<void> {
    const network = this.find(wanted);
    const { id, name, driver } = network;
    if (network.isSwarmScoped === true) {
      this.#swarmNetworks?.remove(id, this.members(id).keys());
      return this.dropUnused(network);
    }
    if (predefinedNetworks.has(name)) throw new Forbidden(`${name} is a pre-defined network and cannot be removed`);
    if (this.members(id).size > 0)
      throw new Forbidden(`error while removing network: network ${name} id ${id} has active endpoints`);
    if (this.all().some(({ configFrom }) => configFrom === name))
      throw new Forbidden(`configuration network "${name}" is in use`);
    await this.pluginFor({ driver })?.deleteNetwork(id);
    this.#delete(id);
    this.#events.emit('network', 'destroy', id, { name, type: driver });
  }

  /** Returns the plugin that is the driver of a network; undefined for the drivers of the engine. */
  pluginFor({ driver }: Pick<NetworkRecord, 'driver'>): NetworkPlugin | undefined {
    return builtInDrivers.has(driver) ? undefined : this.#pluginOf(driver);
  }

  #pluginOf(driver: string): NetworkPlugin | undefined {
    return this.#surroundings.plugins.networkDriver(driver);
  }

  get #swarmNetworks(): SwarmNetworks | undefined {
    return this.#surroundings.swarm.networks;
  }

  #delete(id: string): void {
    this.#networks.delete(id);
    this.#pools.delete(id);
    this.#members.delete(id);
  }

  /** Removes a network of the swarm from this engine when a manager has removed it and the last container has left it. */
  dropUnused({ id, isSwarmScoped }: NetworkRecord): void {
    const managers = this.#swarmNetworks;
    if (isSwarmScoped !== true || managers === undefined || this.members(id).size > 0) return;
    if (managers.find(id)?.id !== id) this.#networks.delete(id);
  }

  /** Removes networks that no container uses. @returns their names */
  async prune(isSelected: (network: NetworkRecord) => boolean): Promise<string[]> {
    const unused = this.all().filter(
      (network) => !predefinedNetworks.has(network.name) && this.members(network.id).size === 0 && isSelected(network),
    );
    for (const { id } of unused) await this.remove(id);
    this.#events.emit('network', 'prune', '', { reclaimed: '0' });
    return unused.map(({ name }) => name);
  }

  /** Returns the running containers on a network, by id. */
  members(id: string): ReadonlyMap<string, NetworkMember> {
    return this.#members.get(id) ?? new Map<string, NetworkMember>();
  }

  setMember(id: string, container: string, member: NetworkMember | undefined): void {
    const members = this.#members.get(id) ?? new Map<string, NetworkMember>();
    if (member === undefined) members.delete(container);
    else members.set(container, member);
    this.#members.set(id, members);
  }

  /** Returns the address pool of one family, or undefined if the network has none. */
  poolOf({ id, isSwarmScoped }: NetworkRecord, family: Family): AddressPool | undefined {
    if (isSwarmScoped === true) return family === 4 ? this.#swarmNetworks?.pool(id) : undefined;
    return this.#pools.get(id)?.[family];
  }

  #configurationOf({ configFrom, addressing, hasIPv6, labels, options }: NewNetwork): NetworkRecord {
    const refuse = (what: string): never => {
      throw new Forbidden(`${what} are not supported if the network depends on a configuration network`);
    };
    if ((addressing?.subnets ?? []).length > 0 || hasIPv6 || Object.keys(labels).length > 0)
      refuse('user specified configurations');
    if (Object.keys(options).length > 0) refuse('network driver options');
    const source = this.#networks.named(configFrom);
    if (source?.isConfigOnly !== true) throw new NotFound(`configuration network "${configFrom}" does not exist`);
    return source;
  }

  #add({ isIngress: _, addressing, ...request }: NewNetwork): NetworkRecord {
    const subnets = addressing?.subnets ?? [];
    const others = this.all().flatMap((network) => (network.isConfigOnly ? [] : network.addressing.subnets));
    const hasAddresses = request.driver !== 'host' && request.driver !== 'null' && !request.isConfigOnly;
    if (hasAddresses) rejectOverlaps(subnets, others);
    if (request.driver === 'bridge' && !request.isConfigOnly) requireOneSubnet(subnets);
    const network: NetworkRecord = {
      ...request,
      id: this.#ports.ids.next(),
      created: this.#ports.clock.now(),
      addressing: {
        driver: addressing?.driver ?? 'default',
        options: addressing?.options ?? null,
        subnets: hasAddresses ? withDefaultSubnet(subnets, others) : subnets,
      },
      configuredSubnets: subnets.map(({ subnet = '' }) => subnet),
    };
    const pools = poolsOf(network);
    this.#networks.put(network);
    this.#pools.set(network.id, pools);
    return network;
  }
}

/** Whether the network belongs to the swarm. */
function isOverlay({ driver, isIngress, isConfigOnly }: NewNetwork): boolean {
  return !isConfigOnly && (driver === 'overlay' || isIngress);
}

function validateDriver(
  { driver, isIngress, isConfigOnly, configFrom, scope }: NewNetwork,
  isManager: boolean,
  pluginOf: NetworkPlugins['networkDriver'],
): void {
  if (isConfigOnly) {
    if (configFrom !== '')
      throw new Forbidden('a configuration network cannot depend on another configuration network');
    return;
  }
  if (!builtInDrivers.has(driver) && pluginOf(driver) === undefined) throw new NotFound(`plugin "${driver}" not found`);
  if (isIngress && driver !== 'overlay') throw new Forbidden('Ingress network can only be global scope network');
  if (scope === 'swarm' && !isManager)
    throw new Forbidden('cannot create a swarm scoped network when swarm is not active');
}

function predefined(name: string, driver: string): NewNetwork {
  const no = { hasIPv6: false, isInternal: false, isAttachable: false, isIngress: false, isConfigOnly: false };
  const options =
    name === 'bridge'
      ? {
          'com.docker.network.bridge.default_bridge': 'true',
          'com.docker.network.bridge.enable_icc': 'true',
          'com.docker.network.bridge.enable_ip_masquerade': 'true',
          'com.docker.network.bridge.host_binding_ipv4': '0.0.0.0',
          'com.docker.network.bridge.name': 'docker0',
          'com.docker.network.driver.mtu': '1500',
        }
      : {};
  return { name, driver, ...no, configFrom: '', options, labels: {} };
}

/** Returns an address pool for the first subnet of each family. @throws ServerError if reserved addresses collide */
function poolsOf({ addressing, hasIPv6, isConfigOnly }: NetworkRecord): AddressPools {
  const pools: Partial<Record<Family, AddressPool>> = {};
  if (isConfigOnly) return pools;
  for (const subnet of addressing.subnets) {
    const pool = AddressPool.of(subnet, 'lowest');
    if (pool !== undefined && (pool.subnet.family === 4 || hasIPv6)) pools[pool.subnet.family] ??= pool;
  }
  return pools;
}
