/** The rules of nodes: roles, availability, connection, removal. */
import { BadRequest, type HttpError } from '@lading/server-v1.44';
import { checkTransition } from '../../state/transitions.js';
import { requireCurrent, type Cluster } from '../cluster/cluster.js';
import type { Orchestrator } from './orchestrator.js';
import { rpcError } from '../cluster/rpc-error.js';
import type { ManagerRecord, NodeConnection, NodeProperties, NodeRecord } from '../cluster/node-record.js';

export interface NodeSettings {
  readonly name: string;
  readonly labels: NodeRecord['labels'];
  readonly role: NodeRecord['role'];
  readonly availability: NodeRecord['availability'];
}

export interface NewNode extends Omit<NodeSettings, 'name' | 'labels'> {
  readonly description: NodeProperties;
  readonly address: string;
  readonly managerAddress: string;
}

/** What nodes need of their swarm. */
export interface NodesParts {
  readonly cluster: Cluster;
  readonly orchestrator: Orchestrator;
  /** Whether more than half of the managers are connected. */
  readonly hasQuorum: boolean;
  isConnected(node: string): boolean;
  /** Ends the connection of a removed node. */
  expel(node: string): void;
}

/** A node without heartbeats for this number of periods is down. */
const missedHeartbeats = 3;

export class Nodes {
  readonly #swarm: NodesParts;
  /** Cancel what follows the loss of a node, by node. */
  readonly #timers = new Map<string, Set<() => void>>();

  constructor(swarm: NodesParts) {
    this.#swarm = swarm;
  }

  find(wanted: string): NodeRecord {
    const { node } = this.#swarm.cluster.tables;
    const byHostname = [...node.values()].filter(({ description }) => description.hostname === wanted);
    if (node.get(wanted) === undefined && byHostname.length > 0) {
      if (byHostname.length > 1)
        throw new BadRequest(`node ${wanted} is ambiguous (${byHostname.length} matches found)`);
      return byHostname[0] as NodeRecord;
    }
    return node.find(wanted);
  }

  managers(): NodeRecord[] {
    return [...this.#swarm.cluster.tables.node.values()].filter(({ manager }) => manager !== undefined);
  }

  get #leader(): NodeRecord | undefined {
    return this.managers().find(({ manager }) => manager?.isLeader === true);
  }

  isManager(id: string): boolean {
    return this.#swarm.cluster.tables.node.get(id)?.manager !== undefined;
  }

  /** Adds a node, whose engine connects next. */
  add({ managerAddress, ...settings }: NewNode): NodeRecord {
    const { cluster } = this.#swarm;
    const isFirst = this.managers().length === 0;
    const manager: ManagerRecord = { isLeader: isFirst, reachability: 'unknown', address: managerAddress };
    const node = cluster.put('node', {
      id: cluster.nextId(),
      name: '',
      labels: {},
      ...settings,
      state: 'unknown',
      message: '',
      ...(settings.role === 'manager' && { manager }),
    });
    cluster.emit('node', 'create', node.id, { name: settings.description.hostname });
    return node;
  }

  /** @throws BadRequest for the last manager, or one without which too few would be left; ServerError for an old version */
  update(node: NodeRecord, version: number, { name, labels, role, availability }: NodeSettings): void {
    requireCurrent(node, version);
    if (node.role === 'manager' && role === 'worker') this.#requireOthers(node);
    for (const [set, from, to] of [
      ['node-role', node.role, role],
      ['node-availability', node.availability, availability],
    ] as const)
      checkTransition(set, from, to);
    const { manager, ...rest } = node;
    const becomesManager = role === 'manager' && manager === undefined;
    const address = `${node.address}:2377`;
    this.#put(
      {
        ...rest,
        name,
        labels,
        role,
        availability,
        ...(role === 'manager' && { manager: manager ?? { isLeader: false, reachability: 'unknown', address } }),
      },
      node,
    );
    if (becomesManager && this.#swarm.isConnected(node.id)) this.#setReachability(node.id, 'reachable');
    if (role === 'worker' && manager?.isLeader === true) this.#elect('disconnected');
  }

  /** @throws BadRequest for a manager, or a node that is not down, without force */
  remove({ id, state, manager, description }: NodeRecord, force: boolean): void {
    const { cluster, orchestrator } = this.#swarm;
    if (manager !== undefined)
      throw rpcError(
        'FailedPrecondition',
        `node ${id} is a cluster manager and is a member of the raft cluster. It must be demoted to worker before removal`,
      );
    if (state !== 'down' && !force) throw rpcError('FailedPrecondition', `node ${id} is not down and can't be removed`);
    orchestrator.orphanTasksOf(id, 'now');
    cluster.remove('node', id);
    this.#swarm.expel(id);
    this.#cancelTimers(id);
    cluster.emit('node', 'remove', id, { name: description.hostname });
  }

  /** Changes what a node reports about itself. */
  describe(id: string, description: NodeProperties, address: string): void {
    this.#swarm.cluster.change('node', id, { description, address });
  }

  connected(id: string): void {
    this.#cancelTimers(id);
    this.#setState(id, 'ready', '');
    if (this.isManager(id)) this.#setReachability(id, 'reachable');
    if (this.#swarm.hasQuorum && this.#leader === undefined) this.#elect('unknown');
    if (this.#swarm.hasQuorum) this.#catchUp();
  }

  disconnected(id: string, isOrderly: boolean): void {
    const node = this.#swarm.cluster.tables.node.get(id);
    if (node === undefined) return;
    if (!this.#swarm.hasQuorum) return this.#watch(id);
    if (this.isManager(id)) this.#setReachability(id, 'unreachable');
    if (node.manager?.isLeader === true) this.#elect(isOrderly ? 'disconnected' : 'unknown');
    this.#watch(id);
  }

  /** Makes a manager the only one, as when the others are lost. */
  forceSingleManager(id: string): void {
    for (const node of this.managers()) {
      const { manager, ...rest } = node;
      if (node.id !== id) this.#put({ ...rest, role: 'worker' }, node);
      else if (manager !== undefined) this.#put({ ...node, manager: { ...manager, isLeader: true } }, node);
    }
    this.#catchUp();
    for (const { id: other } of this.#swarm.cluster.tables.node.values())
      if (!this.#swarm.isConnected(other)) this.#watch(other);
  }

  close(): void {
    for (const id of [...this.#timers.keys()]) this.#cancelTimers(id);
  }

  /** Records what happened to nodes while there were too few managers. */
  #catchUp(): void {
    for (const { id, manager, state } of [...this.#swarm.cluster.tables.node.values()]) {
      if (this.#swarm.isConnected(id)) {
        if (state !== 'ready') this.#setState(id, 'ready', '');
      } else if (manager?.reachability === 'reachable') this.#setReachability(id, 'unreachable');
    }
    this.#swarm.orchestrator.touchAll();
  }

  /** Marks a node as down when its heartbeats are missing. */
  #watch(id: string): void {
    const { cluster, orchestrator } = this.#swarm;
    const { heartbeat } = cluster.record.settings;
    this.#timer(id, heartbeat * missedHeartbeats, () => {
      if (this.#swarm.isConnected(id)) return;
      if (!this.#swarm.hasQuorum) return this.#watch(id);
      this.#setState(id, 'down', 'heartbeat failure');
      this.#timers.get(id)?.add(orchestrator.orphanTasksOf(id, 'later'));
    });
  }

  #timer(id: string, milliseconds: number, action: () => void): void {
    const timers = this.#timers.get(id) ?? new Set();
    this.#timers.set(id, timers.add(this.#swarm.cluster.clock.schedule(milliseconds, action)));
  }

  #cancelTimers(id: string): void {
    for (const cancel of this.#timers.get(id) ?? []) cancel();
    this.#timers.delete(id);
  }

  /** Makes another manager the leader, with which all nodes register again. */
  #elect(meanwhile: 'unknown' | 'disconnected'): void {
    const managers = this.managers();
    const next = managers.find(({ id }) => this.#swarm.isConnected(id));
    for (const node of managers) {
      const { manager } = node;
      const isLeader = node.id === next?.id;
      if (manager !== undefined && manager.isLeader !== isLeader)
        this.#put({ ...node, manager: { ...manager, isLeader } }, node);
    }
    if (next === undefined) return;
    const message =
      meanwhile === 'unknown'
        ? 'Node moved to "unknown" state due to leadership change in cluster'
        : 'node is currently trying to find new manager';
    for (const { id, state } of [...this.#swarm.cluster.tables.node.values()]) {
      if (state === 'ready') this.#setState(id, meanwhile, message);
      if (this.#swarm.isConnected(id)) this.#setState(id, 'ready', '');
    }
  }

  #setState(id: string, state: NodeConnection, message: string): void {
    const node = this.#swarm.cluster.tables.node.get(id);
    if (node === undefined || node.state === state) return;
    checkTransition('node-state', node.state, state);
    this.#put({ ...node, state, message }, node);
  }

  #setReachability(id: string, reachability: ManagerRecord['reachability']): void {
    const node = this.#swarm.cluster.tables.node.get(id);
    const { manager } = node ?? {};
    if (node === undefined || manager === undefined || manager.reachability === reachability) return;
    checkTransition('manager-reachability', manager.reachability, reachability);
    this.#put({ ...node, manager: { ...manager, reachability } }, node);
  }

  #put(node: NodeRecord, before: NodeRecord): void {
    const { cluster } = this.#swarm;
    cluster.put('node', node);
    const changes = [
      ['role', before.role, node.role],
      ['availability', before.availability, node.availability],
      ['state', before.state, node.state],
      ['leader', String(before.manager?.isLeader === true), String(node.manager?.isLeader === true)],
      ['reachability', before.manager?.reachability ?? '', node.manager?.reachability ?? ''],
    ].filter(([, from, to]) => from !== to);
    cluster.emit('node', 'update', node.id, {
      name: node.description.hostname,
      ...Object.fromEntries(
        changes.flatMap(([property = '', from = '', to = '']) => [
          ...(to === '' ? [] : [[`${property}.new`, to]]),
          ...(from === '' ? [] : [[`${property}.old`, from]]),
        ]),
      ),
    });
  }

  #requireOthers({ id }: NodeRecord): void {
    const managers = this.managers();
    if (managers.length === 1)
      throw rpcError('FailedPrecondition', 'attempting to demote the last manager of the swarm');
    const rest = managers.filter((manager) => manager.id !== id);
    if (rest.filter((manager) => this.#swarm.isConnected(manager.id)).length * 2 <= rest.length) throw quorumLoss();
  }
}

function quorumLoss(): HttpError {
  return rpcError('FailedPrecondition', "can't remove member from the raft: this would result in a loss of quorum");
}
