/** A swarm: its state, its rules, and the engines that are its nodes. */
import { Nodes } from './manager/nodes.js';
import type { EventLog } from '../state/event-log.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ports.js';
import type { NetworkDriver } from '../ports/network-driver.js';
import type { Store } from '../ports/store.js';
import { Secrets } from './manager/secrets.js';
import { Services } from './manager/services.js';
import type { TaskAgent } from './agent/task-agent.js';
import type { TaskRecord } from './cluster/task-record.js';
import { Cluster, type EmitSwarmEvent } from './cluster/cluster.js';
import { Ingress } from './manager/ingress.js';
import { Orchestrator } from './manager/orchestrator.js';
import { OverlayNetworks } from './manager/overlay-networks.js';
import { ServiceDiscovery } from './manager/service-discovery.js';

/** An engine that is a node of the swarm. */
export interface SwarmNodeConnection {
  readonly agent: TaskAgent;
  readonly events: EventLog;
  /** Called when managers remove the node. */
  readonly expel: () => void;
}

export interface SwarmParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Store;
  readonly networkDriver: NetworkDriver;
}

export class Swarm {
  readonly cluster: Cluster;
  readonly networks: OverlayNetworks;
  readonly orchestrator: Orchestrator;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly secrets: Secrets;
  readonly configs: Secrets;
  readonly discovery: ServiceDiscovery;
  readonly #ingress: Ingress;
  /** The engines that are connected, by the id of the node. */
  readonly #connections = new Map<string, SwarmNodeConnection>();

  constructor(parts: SwarmParts) {
    this.cluster = new Cluster(parts, (...event) => this.#emit(...event));
    this.networks = new OverlayNetworks(this.cluster);
    this.orchestrator = new Orchestrator({
      cluster: this.cluster,
      networks: this.networks,
      hasQuorum: () => this.hasQuorum,
      handOver: (task, isRemoved) => this.#handOver(task, isRemoved),
      onUpdate: (service, before) => this.services.emitUpdate(service, before),
    });
    this.nodes = new Nodes(this);
    this.services = new Services(this);
    this.secrets = new Secrets(this.cluster, 'secret');
    this.configs = new Secrets(this.cluster, 'config');
    this.discovery = new ServiceDiscovery(this);
    this.#ingress = new Ingress(this.cluster, this.discovery, parts.networkDriver);
  }

  /** Whether more than half of the managers are connected. */
  get hasQuorum(): boolean {
    const managers = this.nodes.managers();
    const connected = managers.filter(({ id }) => this.#connections.has(id)).length;
    return connected * 2 > managers.length;
  }

  get hasConnections(): boolean {
    return this.#connections.size > 0;
  }

  isConnected(node: string): boolean {
    return this.#connections.has(node);
  }

  agentOf(node: string): TaskAgent | undefined {
    return this.#connections.get(node)?.agent;
  }

  /** Connects an engine, which registers with the leader. */
  connect(node: string, connection: SwarmNodeConnection): void {
    this.#connections.set(node, connection);
    this.nodes.connected(node);
    for (const task of this.cluster.tables.task.values()) if (task.nodeId === node) this.#handOver(task, false);
    this.orchestrator.touchAll();
  }

  /** @param isOrderly whether the node says that it leaves, so that the leader does not wait for its heartbeats */
  disconnect(node: string, isOrderly: boolean): void {
    if (!this.#connections.delete(node)) return;
    this.nodes.disconnected(node, isOrderly);
  }

  /** Removes the connection of a node that managers have removed. */
  expel(node: string): void {
    const connection = this.#connections.get(node);
    this.#connections.delete(node);
    connection?.expel();
  }

  /** Ends the swarm: nothing of it will happen any more. */
  close(): void {
    this.orchestrator.close();
    this.nodes.close();
    this.#ingress.close();
  }

  #emit(...[type, action, id, attributes]: Parameters<EmitSwarmEvent>): void {
    for (const [node, { events }] of this.#connections)
      if (this.nodes.isManager(node)) events.emit(type, action, id, attributes, 'swarm');
  }

  #handOver(task: TaskRecord, isRemoved: boolean): void {
    const agent = this.agentOf(task.nodeId);
    if (agent === undefined) return;
    if (isRemoved) agent.remove(task);
    else if (task.state !== 'new' && task.state !== 'pending') agent.update(task);
  }
}
