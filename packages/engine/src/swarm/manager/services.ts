/** The rules of services: creation, changes, removal, ports and virtual addresses. */
import type { Secrets } from './secrets.js';
import { requireCurrent, type Cluster } from '../cluster/cluster.js';
import type { OverlayNetworks } from './overlay-networks.js';
import { rpcError } from '../cluster/rpc-error.js';
import type { ServicePort, ServiceRecord, ServiceSettings, VirtualAddress } from '../cluster/service-record.js';
import { validateService } from './validate-service.js';

/** What services need of their swarm. */
export interface ServicesParts {
  readonly cluster: Cluster;
  readonly networks: OverlayNetworks;
  readonly secrets: Secrets;
  readonly configs: Secrets;
}

/** The ports that are assigned to services that publish a port without a number. */
const assignedPorts = { first: 30_000, last: 32_767 };

export class Services {
  readonly #swarm: ServicesParts;

  constructor(swarm: ServicesParts) {
    this.#swarm = swarm;
  }

  all(): ServiceRecord[] {
    return this.#table.sorted();
  }

  find(wanted: string): ServiceRecord {
    return this.#table.find(wanted);
  }

  /** @throws BadRequest, Conflict */
  create(settings: ServiceSettings): ServiceRecord {
    const { cluster } = this.#swarm;
    validateService(settings);
    this.#requireFiles(settings);
    if (this.#table.named(settings.name) !== undefined)
      throw rpcError(
        'AlreadyExists',
        `name conflicts with an existing object: service ${settings.name} already exists`,
      );
    const id = cluster.nextId();
    const now = cluster.clock.now();
    const ports = this.#assignPorts(id, settings.ports, []);
    const service = cluster.put('service', {
      id,
      name: settings.name,
      settings,
      iteration: 0,
      lastExecution: now,
      ports,
      virtualAddresses: this.#assignAddresses(settings, ports, []),
    });
    this.#emit('create', service);
    return service;
  }

  /**
   * @param rollsBack whether to return to the settings before the last update, instead of using the given ones
   * @throws BadRequest, NotImplemented; ServerError for an old version
   */
  update(service: ServiceRecord, version: number, given: ServiceSettings, rollsBack: boolean): void {
    const { cluster } = this.#swarm;
    validateService(given);
    this.#requireFiles(given);
    requireCurrent(service, version);
    if (given.name !== service.name) throw rpcError('Unimplemented', 'renaming services is not supported');
    if (given.mode.kind !== service.settings.mode.kind)
      throw rpcError('Unimplemented', 'service mode change is not allowed');
    const { previous, updateStatus: _status, progress: _progress, ...rest } = service;
    if (rollsBack && previous === undefined)
      throw rpcError('FailedPrecondition', `service ${service.id} does not have a previous spec`);
    const settings = rollsBack && previous !== undefined ? previous : given;
    const ports = this.#assignPorts(service.id, settings.ports, service.ports);
    const isJob = settings.mode.kind.endsWith('job');
    const now = cluster.clock.now();
    const updated = cluster.put('service', {
      ...rest,
      settings,
      previous: service.settings,
      ports,
      virtualAddresses: this.#assignAddresses(settings, ports, service.virtualAddresses),
      ...(isJob && { iteration: service.iteration + 1, lastExecution: now }),
      ...(rollsBack && {
        updateStatus: { state: 'rollback_started', started: now, completed: 0, message: 'manually requested rollback' },
      }),
    });
    this.#emit('update', updated, service);
  }

  remove({ id, name, virtualAddresses }: ServiceRecord): void {
    const { cluster, networks } = this.#swarm;
    cluster.remove('service', id);
    for (const { networkId, address } of virtualAddresses) networks.release(networkId, address);
    cluster.emit('service', 'remove', id, { name });
  }

  /** Emits an event for a change that the orchestrator makes. */
  emitUpdate(service: ServiceRecord, before: ServiceRecord): void {
    this.#emit('update', service, before);
  }

  #emit(action: 'create' | 'update', service: ServiceRecord, before?: ServiceRecord): void {
    const changes: [string, string | undefined, string | undefined][] = [
      ['image', before?.settings.task.image, service.settings.task.image],
      ['replicas', replicasOf(before), replicasOf(service)],
      ['updatestate', before?.updateStatus?.state, service.updateStatus?.state],
    ];
    const attributes = changes.flatMap(([name, from, to]) =>
      before === undefined || from === to
        ? []
        : [...(to === undefined ? [] : [[`${name}.new`, to]]), ...(from === undefined ? [] : [[`${name}.old`, from]])],
    );
    const { id, name } = service;
    this.#swarm.cluster.emit('service', action, id, { name, ...Object.fromEntries(attributes) });
  }

  /** @throws BadRequest for a secret or a config that does not exist */
  #requireFiles({ task }: ServiceSettings): void {
    for (const [kind, table, references] of [
      ['secret', this.#swarm.secrets, task.secrets],
      ['config', this.#swarm.configs, task.configs],
    ] as const) {
      const missing = references.filter(({ id }) => table.get(id) === undefined).map(({ name }) => name);
      if (missing.length > 0)
        throw rpcError('InvalidArgument', `${kind}${missing.length > 1 ? 's' : ''} not found: ${missing.join(', ')}`);
    }
  }

  /** Assigns numbers to published ports without one. @throws BadRequest for a port of another service */
  #assignPorts(id: string, ports: readonly ServicePort[], before: readonly ServicePort[]): ServicePort[] {
    const used = new Map<string, ServiceRecord>();
    if (ports.every(({ mode }) => mode === 'host')) return [...ports];
    for (const service of this.#table.values())
      if (service.id !== id)
        for (const port of service.ports) if (port.mode === 'ingress') used.set(keyOf(port), service);
    const own = new Set<string>();
    return ports.map((port): ServicePort => {
      if (port.mode === 'host') return port;
      const owner = port.published === 0 ? undefined : used.get(keyOf(port));
      if (owner !== undefined)
        throw rpcError(
          'InvalidArgument',
          `port '${port.published}' is already in use by service '${owner.name}' (${owner.id}) as an ingress port`,
        );
      if (port.published !== 0) return port;
      const earlier = before.find(({ target, protocol }) => target === port.target && protocol === port.protocol);
      if (earlier !== undefined && !own.has(keyOf(earlier))) {
        own.add(keyOf(earlier));
        return { ...port, published: earlier.published };
      }
      for (let published = assignedPorts.first; published <= assignedPorts.last; published += 1) {
        const assigned = { ...port, published };
        const key = keyOf(assigned);
        if (used.has(key) || own.has(key)) continue;
        own.add(key);
        return assigned;
      }
      return port;
    });
  }

  #assignAddresses(
    settings: ServiceSettings,
    ports: readonly ServicePort[],
    before: readonly VirtualAddress[],
  ): VirtualAddress[] {
    const { networks } = this.#swarm;
    const { ingress } = networks;
    const isPublished = ports.some(({ mode }) => mode === 'ingress');
    const wanted = settings.isVirtual
      ? [
          ...(isPublished && ingress !== undefined ? [ingress.id] : []),
          ...settings.task.networks.map(({ network }) => network).filter((id) => networks.get(id) !== undefined),
        ]
      : [];
    for (const { networkId, address } of before) if (!wanted.includes(networkId)) networks.release(networkId, address);
    return wanted.map(
      (networkId) =>
        before.find((each) => each.networkId === networkId) ?? { networkId, address: networks.take(networkId) },
    );
  }

  get #table() {
    return this.#swarm.cluster.tables.service;
  }
}

function keyOf({ published, protocol }: ServicePort): string {
  return `${published}/${protocol}`;
}

function replicasOf(service: ServiceRecord | undefined): string | undefined {
  const { mode } = service?.settings ?? {};
  return mode?.kind === 'replicated' ? String(mode.replicas) : undefined;
}
