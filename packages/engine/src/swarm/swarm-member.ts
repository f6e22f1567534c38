/** The place of an engine in a swarm: how it becomes a node, and how it leaves. */
import { BadRequest, Conflict, ServerError, Unauthorized, Unavailable } from '@lading/server-v1.44';
import type { EventLog } from '../state/event-log.js';
import type { NetworkService } from '../objects/networks/network-service.js';
import type { NewNetwork } from '../state/network-record.js';
import type { SwarmScope } from '../state/swarm-scope.js';
import type { NodeProperties } from './cluster/node-record.js';
import type { Ports } from '../ports/ports.js';
import { TaskAgent, type AgentParts } from './agent/task-agent.js';
import { TaskPreparation, type PreparationParts } from './agent/task-preparation.js';
import { newRootCertificate, readRootCertificate } from './cluster/certificate.js';
import type { ClusterRecord, ClusterSettings } from './cluster/cluster-record.js';
import { newTokenSecret, newUnlockKey, roleOfToken } from './cluster/join-token.js';
import { rpcError } from './cluster/rpc-error.js';
import type { SwarmNetwork } from './swarm-network.js';
import { Swarm } from './swarm.js';

export interface MemberParts extends Omit<AgentParts, 'clock'>, PreparationParts {
  readonly ports: Pick<Ports, 'clock' | 'ids' | 'store' | 'networkDriver'>;
  readonly events: EventLog;
  readonly networks: NetworkService;
  readonly swarmNetwork: SwarmNetwork;
  /** Where the engine finds the networks and names of its swarm. */
  readonly scope: SwarmScope;
  readonly node: NodeProperties;
}

export interface InitSettings {
  readonly address: string;
  readonly port: number;
  readonly availability: 'active' | 'pause' | 'drain';
  readonly settings: ClusterSettings;
  readonly addressPools: readonly string[];
  readonly subnetSize: number;
  readonly dataPathPort: number;
  /** In PEM; without it, a new one. */
  readonly rootCertificate?: string;
}

export interface JoinSettings extends Pick<InitSettings, 'address' | 'port' | 'availability'> {
  /** The addresses of managers, with ports. */
  readonly remotes: readonly string[];
  readonly token: string;
}

/** What a node stores about itself. */
interface MembershipRecord {
  readonly nodeId: string;
  readonly address: string;
  readonly port: number;
}

const membershipKey = 'membership';
export const notManager =
  'This node is not a swarm manager. Use "docker swarm init" or "docker swarm join" to connect this node to swarm and try again.';
const notPart = 'This node is not part of a swarm';
const alreadyPart =
  'This node is already part of a swarm. Use "docker swarm leave" to leave this swarm and join another one.';
const locked =
  'Swarm is encrypted and needs to be unlocked before it can be used. Please use "docker swarm unlock" to unlock it.';
const workerOnly =
  "This node is not a swarm manager. Worker nodes can't be used to view or modify cluster state. Please run this command on a manager node or promote the current node to a manager.";
const noLeader =
  "The swarm does not have a leader. It's possible that too few managers are online. Make sure more than half of the managers are online.";

export class SwarmMember {
  readonly parts: MemberParts;
  swarm: Swarm | undefined;
  nodeId = '';
  address = '';
  error = '';
  #port = 2377;
  #isLocked = false;
  #agent: TaskAgent | undefined;

  constructor(parts: MemberParts) {
    this.parts = parts;
    const stored = parts.ports.store.read('swarm', membershipKey) as MembershipRecord | undefined;
    if (stored !== undefined) this.#resume(stored);
  }

  get state(): 'inactive' | 'active' | 'locked' | 'error' {
    if (this.#isLocked) return 'locked';
    if (this.swarm === undefined) return 'inactive';
    return this.error === '' ? 'active' : 'error';
  }

  get isManager(): boolean {
    return this.state === 'active' && this.swarm?.nodes.isManager(this.nodeId) === true;
  }

  /** Whether the engine is connected to the swarm; false while it is stopped. */
  get isConnected(): boolean {
    return this.swarm?.isConnected(this.nodeId) === true;
  }

  /** @throws Unavailable if this engine is not a manager; ServerError if there are too few managers */
  requireManager(): Swarm {
    const { swarm } = this;
    if (this.#isLocked) throw new Unavailable(locked);
    if (swarm === undefined) throw new Unavailable(notManager);
    if (!this.isManager) throw new Unavailable(workerOnly);
    if (!swarm.hasQuorum) throw rpcError('Unknown', noLeader);
    return swarm;
  }

  newName(): string {
    const { ports } = this.parts;
    return ports.ids.name((name) => this.swarm?.cluster.tables.service.named(name) !== undefined);
  }

  /** Creates a swarm. @returns the id of this node */
  init(request: InitSettings): string {
    this.requireInactive();
    const { ports, node } = this.parts;
    const swarm = new Swarm(ports);
    const { address, port, availability, settings, addressPools, subnetSize, dataPathPort, rootCertificate } = request;
    const record: Omit<ClusterRecord, 'version' | 'created' | 'updated'> = {
      id: swarm.cluster.nextId(),
      name: 'default',
      settings,
      addressPools,
      subnetSize,
      dataPathPort,
      root: rootCertificate ? readRootCertificate(rootCertificate) : newRootCertificate(ports.clock.now()),
      tokens: { worker: newTokenSecret(ports.ids), manager: newTokenSecret(ports.ids) },
      unlockKey: settings.isAutolocked ? newUnlockKey(ports.ids) : '',
    };
    swarm.cluster.put('cluster', record);
    swarm.networks.create(ingressNetwork);
    const managerAddress = `${address}:${port}`;
    const added = swarm.nodes.add({ role: 'manager', availability, description: node, address, managerAddress });
    this.#enter(swarm, added.id, address, port);
    return added.id;
  }

  /** Makes this manager the only one of its swarm. @returns the id of this node */
  forceNewCluster(): string {
    const { swarm } = this;
    if (swarm === undefined || !this.isManager) throw new Unavailable(workerOnly);
    swarm.nodes.forceSingleManager(this.nodeId);
    return this.nodeId;
  }

  /** Joins the swarm of a manager. @throws BadRequest, ServerError, Unavailable */
  join({ address, port, availability, remotes, token }: JoinSettings): void {
    this.requireInactive();
    const { swarmNetwork, node } = this.parts;
    if (remotes.length === 0) throw new BadRequest('at least 1 RemoteAddr is required to join');
    if (token === '') throw rpcError('InvalidArgument', 'A valid join token is necessary to join this cluster');
    if (!/^SWMTKN-1-[0-9a-z]+-[0-9a-z]+$/.test(token)) throw new ServerError('invalid join token');
    const addresses = remotes.map((remote) => (remote.includes(':') ? remote : `${remote}:2377`));
    const nodes = addresses.map((each) => swarmNetwork.at(each));
    // Workers listen on no port.
    const manager = nodes.find((each) => each?.isConnected === true && each.isManager);
    const swarm = manager?.swarm;
    if (swarm === undefined)
      throw rpcError(
        'Unavailable',
        `connection error: desc = "transport: Error while dialing: dial tcp ${addresses[0]}: connect: connection refused"`,
      );
    const { root, tokens } = swarm.cluster.record;
    const role = roleOfToken(token, root.certificate, tokens);
    if (!swarm.hasQuorum) throw rpcError('Unknown', noLeader);
    const managerAddress = `${address}:${port}`;
    const added = swarm.nodes.add({ role, availability, description: node, address, managerAddress });
    this.#enter(swarm, added.id, address, port);
  }

  /** Leaves the swarm, and removes the containers of its tasks. @throws Unavailable for a manager, without force */
  async leave(force: boolean): Promise<void> {
    const { swarm, nodeId, address } = this;
    if (swarm === undefined) throw new Unavailable(notPart);
    if (this.#isLocked && !force) throw new Unavailable(locked);
    if (this.isManager && !force) throw new Unavailable(leaveWarning(swarm, nodeId));
    const isLast = swarm.nodes.managers().every(({ id }) => id === nodeId);
    const port = this.#port;
    const agent = this.#agent;
    this.#exit();
    swarm.disconnect(nodeId, true);
    this.parts.swarmNetwork.close(`${address}:${port}`, this);
    if (isLast) swarm.close();
    this.#forget(swarm);
    await agent?.removeAll();
    this.parts.networks.removeSwarmNetworks();
  }

  /** @throws Unauthorized for another key; Conflict if this manager is not locked; Unavailable outside of a swarm */
  unlock(key: string): void {
    const { swarm } = this;
    if (swarm === undefined) throw new Unavailable(notManager);
    if (!this.#isLocked) throw new Conflict('swarm is not locked');
    if (key !== swarm.cluster.record.unlockKey)
      throw new Unauthorized('swarm could not be unlocked: invalid key provided');
    this.#isLocked = false;
    this.#connect(swarm);
  }

  /** Stops taking part, as when the engine stops. */
  disconnect(): void {
    this.#agent?.close();
    this.#agent = undefined;
    this.swarm?.disconnect(this.nodeId, false);
  }

  /** Takes part again after {@link disconnect}. A manager of a locked swarm waits for the key. */
  reconnect(): void {
    const { swarm } = this;
    if (swarm === undefined || this.isConnected) return;
    this.#removeTaskContainers();
    if (swarm.nodes.isManager(this.nodeId) && swarm.cluster.record.unlockKey !== '') this.#isLocked = true;
    else this.#connect(swarm);
  }

  /** @throws Unavailable if this engine is part of a swarm */
  requireInactive(): void {
    if (this.#isLocked) throw new Unavailable(locked);
    if (this.swarm !== undefined) throw new Unavailable(alreadyPart);
  }

  /** Marks the node as removed by a manager. */
  expel(): void {
    this.#agent?.close();
    this.error = 'rpc error: code = PermissionDenied desc = node was removed from the swarm';
  }

  close(): void {
    this.#agent?.close();
    const { swarm, nodeId } = this;
    swarm?.disconnect(nodeId, true);
    if (swarm?.hasConnections === false) swarm.close();
  }

  #enter(swarm: Swarm, nodeId: string, address: string, port: number): void {
    const membership: MembershipRecord = { nodeId, address, port };
    this.#become(membership, swarm);
    this.parts.ports.store.commit([{ collection: 'swarm', id: membershipKey, value: membership }]);
    this.#connect(swarm);
  }

  #connect(swarm: Swarm): void {
    const { parts, nodeId } = this;
    const preparation = new TaskPreparation(swarm, nodeId, parts);
    this.#agent = new TaskAgent(
      { ...parts, clock: parts.ports.clock },
      {
        report: (task, changes) => swarm.orchestrator.report(task, changes),
        prepare: (task) => preparation.prepare(task),
      },
    );
    parts.networks.ensureGatewayBridge();
    parts.swarmNetwork.listen(`${this.address}:${this.#port}`, this);
    swarm.connect(nodeId, { agent: this.#agent, events: parts.events, expel: () => this.expel() });
  }

  /** Continues as a node of the swarm that is in the store. */
  #resume(membership: MembershipRecord): void {
    const swarm = new Swarm(this.parts.ports);
    // The node was a worker: its swarm was in another engine.
    if (!swarm.cluster.exists) return this.#forget(swarm);
    this.#become(membership, swarm);
    this.reconnect();
  }

  #become({ nodeId, address, port }: MembershipRecord, swarm: Swarm): void {
    this.swarm = swarm;
    this.nodeId = nodeId;
    this.address = address;
    this.#port = port;
    const ofManager = (): Swarm['networks'] | undefined => (this.isManager ? swarm.networks : undefined);
    this.parts.scope.enter({
      get networks() {
        return ofManager();
      },
      names: swarm.discovery,
    });
  }

  /** Removes the containers of tasks that ran before the engine was started again: they get new ones. */
  #removeTaskContainers(): void {
    const { containers, lifecycle } = this.parts;
    for (const container of containers.all())
      if (container.settings.labels['com.docker.swarm.task.id'] !== undefined)
        void lifecycle.remove(container, true, true).catch(() => undefined);
  }

  #exit(): void {
    this.#agent?.close();
    this.#agent = undefined;
    this.#isLocked = false;
    this.swarm = undefined;
    this.parts.scope.leave();
    Object.assign(this, { nodeId: '', address: '', error: '' });
  }

  /** Removes what the store has of the swarm. */
  #forget(swarm: Swarm | undefined): void {
    const { store } = this.parts.ports;
    swarm?.cluster.detach(store);
    store.commit([...store.list('swarm')].map(([id]) => ({ collection: 'swarm', id })));
  }
}

const ingressNetwork: NewNetwork = {
  name: 'ingress',
  driver: 'overlay',
  hasIPv6: false,
  isInternal: false,
  isAttachable: false,
  isIngress: true,
  isConfigOnly: false,
  configFrom: '',
  options: {},
  labels: {},
};

function leaveWarning(swarm: Swarm, nodeId: string): string {
  const managers = swarm.nodes.managers();
  const intro = 'You are attempting to leave the swarm on a node that is participating as a manager. ';
  if (managers.length === 1)
    return `${intro}Removing the last manager erases all current state of the swarm. Use \`--force\` to ignore this message. `;
  const left = managers.filter(({ id }) => id !== nodeId && swarm.isConnected(id)).length;
  if (left * 2 > managers.length)
    return `${intro}The only way to restore a swarm that has lost consensus is to reinitialize it with \`--force-new-cluster\`. Use \`--force\` to suppress this message.`;
  return `${intro}Removing this node leaves ${left} managers out of ${managers.length}. Without a Raft quorum your swarm will be inaccessible. The only way to restore a swarm that has lost consensus is to reinitialize it with \`--force-new-cluster\`. Use \`--force\` to suppress this message.`;
}
