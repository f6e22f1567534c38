/** The networks of a swarm: their subnets, and the addresses of services and tasks. */
import { Forbidden, NotFound } from '@lading/server-v1.44';
import { AddressPool } from '../../state/address-pool.js';
import { overlap, parseSubnet, type Subnet } from '../../values/address.js';
import type { NetworkRecord, NewNetwork, SubnetRecord } from '../../state/network-record.js';
import { rejectOverlaps } from '../../objects/networks/subnets.js';
import { validateIpam } from '../../objects/networks/validate-ipam.js';
import { nameTaken, type Cluster } from '../cluster/cluster.js';
import { rpcError } from '../cluster/rpc-error.js';
import type { TaskRecord } from '../cluster/task-record.js';
import { isAfter, isWanted } from '../reconcile/task-state.js';

const firstSegment = 4096;
const segmentOption = 'com.docker.network.driver.overlay.vxlanid_list';

export class OverlayNetworks {
  readonly #cluster: Cluster;
  readonly #pools = new Map<string, AddressPool>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  all(): NetworkRecord[] {
    return this.#cluster.tables.network.sorted().map(({ network }) => network);
  }

  get(id: string): NetworkRecord | undefined {
    return this.#cluster.tables.network.get(id)?.network;
  }

  find(wanted: string): NetworkRecord | undefined {
    const { network } = this.#cluster.tables;
    return (network.get(wanted) ?? network.named(wanted) ?? this.#byPrefix(wanted))?.network;
  }

  get ingress(): NetworkRecord | undefined {
    return this.all().find(({ isIngress }) => isIngress === true);
  }

  /** @throws Conflict; Forbidden if subnets overlap */
  create(request: NewNetwork): NetworkRecord {
    const { name, isIngress, addressing } = request;
    if (this.#cluster.tables.network.named(name) !== undefined) throw nameTaken('network', name);
    if (isIngress && this.ingress !== undefined)
      throw rpcError('AlreadyExists', `ingress network (${this.ingress.id}) is already present`);
    validateIpam(addressing, request.hasIPv6);
    const subnets = addressing?.subnets ?? [];
    const others = this.all().flatMap((network) => network.addressing.subnets);
    rejectOverlaps(subnets, others);
    const id = this.#cluster.nextId();
    const assigned = this.#assignedSubnets(subnets, others);
    const network: NetworkRecord = {
      ...request,
      id,
      driver: 'overlay',
      created: this.#cluster.clock.now(),
      options: { [segmentOption]: String(this.#nextSegment()), ...request.options },
      addressing: {
        driver: addressing?.driver ?? 'default',
        options: addressing?.options ?? null,
        subnets: assigned,
      },
      configuredSubnets: assigned.map(({ subnet = '' }) => subnet),
      isSwarmScoped: true,
    };
    this.#cluster.put('network', { id, name, network });
    this.#cluster.emit('network', 'create', id, { name, type: 'overlay' });
    return network;
  }

  /**
   * Removes a network. Tasks that end stay on it, as on an engine.
   *
   * @param containers those that are on it
   * @throws NotFound; BadRequest if a service, a task or a container that is no task's uses it
   */
  remove(id: string, containers: Iterable<string> = []): void {
    const network = this.get(id);
    if (network === undefined) throw new NotFound(`network ${id} not found`);
    const { service, task } = this.#cluster.tables;
    const usesNetwork = ({ network: target }: { readonly network: string }): boolean => target === id;
    for (const { id: serviceId, settings, ports } of service.values()) {
      const isPublished = network.isIngress === true && ports.some(({ mode }) => mode === 'ingress');
      if (settings.task.networks.some(usesNetwork) || isPublished)
        throw rpcError('FailedPrecondition', `network ${id} is in use by service ${serviceId}`);
    }
    // A task that ends does not hold a network; those of a removed service end.
    const isHeld = ({ serviceId, desired, state }: TaskRecord) =>
      service.get(serviceId) !== undefined && isWanted(desired) && !isAfter(state, 'running');
    for (const one of task.values())
      if (one.networks.some(({ networkId }) => networkId === id) && isHeld(one))
        throw rpcError('FailedPrecondition', `network ${id} is in use by task ${one.id}`);
    // An engine has a task for a container that a client attached.
    const ofTasks = new Set([...task.values()].map(({ container }) => container?.id));
    const attached = [...containers].find((container) => !ofTasks.has(container));
    if (attached !== undefined) throw rpcError('FailedPrecondition', `network ${id} is in use by task ${attached}`);
    this.#cluster.remove('network', id);
    this.#pools.delete(id);
    this.#cluster.emit('network', 'remove', id, { name: network.name, type: 'overlay' });
  }

  /** Returns the pool of a network, which all nodes share. */
  pool(id: string): AddressPool | undefined {
    const existing = this.#pools.get(id);
    if (existing !== undefined) return existing;
    const [subnet] = this.get(id)?.addressing.subnets ?? [];
    const pool = subnet && AddressPool.of(subnet, 'serial');
    if (pool === undefined) return undefined;
    this.#pools.set(id, pool);
    this.#takeUsed(id, pool);
    return pool;
  }

  /** Allocates an address. @returns it with the length of the prefix */
  take(id: string): string {
    const pool = this.pool(id);
    return pool === undefined ? '' : `${pool.take()}/${pool.subnet.length}`;
  }

  release(id: string, address: string): void {
    this.#pools.get(id)?.release(address.split('/')[0] ?? '');
  }

  /** Reserves the addresses of services and tasks of an earlier engine. */
  #takeUsed(id: string, pool: AddressPool): void {
    const { service, task } = this.#cluster.tables;
    const used = [
      ...[...service.values()].flatMap(({ virtualAddresses }) => virtualAddresses),
      ...[...task.values()].flatMap(({ networks }) => networks),
    ];
    for (const { networkId, address } of used) if (networkId === id && address !== '') pool.take(address.split('/')[0]);
  }

  #byPrefix(wanted: string) {
    if (wanted === '') return undefined;
    const matches = [...this.#cluster.tables.network.values()].filter(({ id }) => id.startsWith(wanted));
    return matches.length === 1 ? matches[0] : undefined;
  }

  #assignedSubnets(subnets: readonly SubnetRecord[], others: readonly SubnetRecord[]): readonly SubnetRecord[] {
    const given = subnets.filter(({ subnet }) => subnet !== undefined);
    if (given.length > 0)
      return given.map((each) => ({ ...each, gateway: each.gateway ?? AddressPool.of(each, 'serial')?.gateway ?? '' }));
    const taken = others.flatMap(({ subnet = '' }) => parseSubnet(subnet) ?? []);
    const { addressPools, subnetSize } = this.#cluster.record;
    for (const text of addressPools) {
      const block = parseSubnet(text);
      const subnet = block && firstFree(block, subnetSize, taken);
      if (subnet !== undefined) return [{ subnet, gateway: AddressPool.of({ subnet }, 'serial')?.gateway ?? '' }];
    }
    throw new Forbidden(
      'could not find an available, non-overlapping IPv4 address pool among the defaults to assign to the network',
    );
  }

  #nextSegment(): number {
    const used = this.all().map(({ options }) => Number(options[segmentOption] ?? 0));
    return Math.max(firstSegment - 1, ...used) + 1;
  }
}

function firstFree(block: Subnet, size: number, taken: readonly Subnet[]): string | undefined {
  const step = 1n << BigInt(32 - size);
  for (let first = block.first; first + step - 1n <= block.last; first += step) {
    const text = `${[24n, 16n, 8n, 0n].map((shift) => (first >> shift) & 0xffn).join('.')}/${size}`;
    const subnet = parseSubnet(text);
    if (subnet !== undefined && !taken.some((other) => overlap(subnet, other))) return text;
  }
  return undefined;
}
