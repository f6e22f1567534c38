/** Names and addresses on the networks of a swarm: services, their tasks, and who accepts connections. */
import type { Duplex } from 'node:stream';
import type { ServiceRecord } from '../cluster/service-record.js';
import type { TaskRecord } from '../cluster/task-record.js';
import type { TaskAgent } from '../agent/task-agent.js';
import type { Cluster } from '../cluster/cluster.js';
import type { Orchestrator } from './orchestrator.js';

/** What the names need of their swarm. */
export interface DiscoveryParts {
  readonly cluster: Cluster;
  readonly orchestrator: Orchestrator;
  /** Returns the agent of a node that is connected. */
  agentOf(node: string): TaskAgent | undefined;
}

export class ServiceDiscovery {
  readonly #swarm: DiscoveryParts;
  /** The number of connections to each service, by which they are distributed. */
  readonly #connections = new Map<string, number>();

  constructor(swarm: DiscoveryParts) {
    this.#swarm = swarm;
  }

  /** Returns the addresses of a name on a network: those of a service, of `tasks.service`, or of a task's container. */
  resolve(network: string, name: string): string[] {
    const { service } = this.#swarm.cluster.tables;
    const wanted = name.replace(/^tasks\./, '');
    const found: string[] = [];
    for (const each of service.values()) {
      if (!this.#answersTo(each, network, wanted)) continue;
      const virtual = each.virtualAddresses.find(({ networkId }) => networkId === network);
      if (virtual !== undefined && wanted === name) found.push(hostOf(virtual.address));
      else found.push(...this.#running(each.id).map((task) => addressOn(task, network)));
    }
    for (const task of this.#swarm.cluster.tables.task.values())
      if (task.name === name && task.state === 'running') found.push(addressOn(task, network));
    return found.filter((address) => address !== '');
  }

  /** Passes a connection to an address on a network. @returns false if nothing accepts it */
  accept(network: string, address: string, port: number, connection: Duplex): boolean {
    for (const service of this.#swarm.cluster.tables.service.values())
      for (const virtual of service.virtualAddresses)
        if (virtual.networkId === network && hostOf(virtual.address) === address)
          return this.acceptAtService(service.id, port, connection);
    for (const task of this.#swarm.cluster.tables.task.values())
      if (task.state === 'running' && addressOn(task, network) === address)
        return this.#acceptAtTask(task, port, connection);
    return false;
  }

  /** Passes a connection to the next running task of a service. @returns false if none accepts it */
  acceptAtService(service: string, port: number, connection: Duplex): boolean {
    const tasks = this.#running(service);
    const count = this.#connections.get(service) ?? 0;
    this.#connections.set(service, count + 1);
    const start = tasks.length === 0 ? 0 : count % tasks.length;
    return [...tasks.slice(start), ...tasks.slice(0, start)].some((task) => this.#acceptAtTask(task, port, connection));
  }

  #acceptAtTask(task: TaskRecord, port: number, connection: Duplex): boolean {
    return this.#swarm.agentOf(task.nodeId)?.accept(task.id, port, connection) === true;
  }

  #running(service: string): TaskRecord[] {
    return this.#swarm.orchestrator
      .tasksOf(service)
      .filter(({ state, desired }) => state === 'running' && desired === 'running');
  }

  #answersTo({ name, settings }: ServiceRecord, network: string, wanted: string): boolean {
    const target = settings.task.networks.find((each) => each.network === network);
    return target !== undefined && (name === wanted || target.aliases.includes(wanted));
  }
}

function addressOn({ networks }: TaskRecord, network: string): string {
  return hostOf(networks.find(({ networkId }) => networkId === network)?.address ?? '');
}

function hostOf(address: string): string {
  return address.split('/')[0] ?? '';
}
