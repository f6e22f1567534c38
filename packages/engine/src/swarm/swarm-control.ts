/** Controls a swarm from a test: creates it, adds simulated nodes, stops and starts them. */
import type { NodeProperties, NodeRecord } from './cluster/node-record.js';
import { completedSpec, readClusterSettings } from './manager/cluster-spec.js';
import { joinToken } from './cluster/join-token.js';
import type { SwarmMember } from './swarm-member.js';
import type { Swarm } from './swarm.js';

export interface NodeOptions {
  /** @default 'worker' */
  readonly role?: 'worker' | 'manager';
  /** @default 'node-2', 'node-3', … */
  readonly hostname?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** @default 'active' */
  readonly availability?: 'active' | 'pause' | 'drain';
  /** What the node reports about itself, such as its resources, instead of the properties of this machine. */
  readonly properties?: Partial<NodeProperties>;
  /** Whether it joins the swarm; otherwise a client can make it join. @default true */
  readonly joins?: boolean;
}

/** What the swarm needs of the engine of a node. */
export interface NodeEngine {
  readonly swarm: { readonly member: SwarmMember };
  stop(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** An engine that is or can become a node of the swarm. */
export class SimulatedNode<Engine extends NodeEngine> {
  readonly hostname: string;
  /** The engine of the node, with its containers, networks and events. */
  readonly engine: Engine;

  constructor(hostname: string, engine: Engine) {
    this.hostname = hostname;
    this.engine = engine;
  }

  /** The id of the node; empty outside of a swarm. */
  get id(): string {
    return this.#member.nodeId;
  }

  /** Ends all processes of the node, which sends no heartbeats from now on. */
  async stop(): Promise<void> {
    this.#member.disconnect();
    await this.engine.stop();
  }

  /** Starts the node again. A manager of a locked swarm waits to be unlocked. */
  async start(): Promise<void> {
    await this.engine.restart();
    this.#member.reconnect();
  }

  /** Makes the node leave the swarm. Managers see it as down when its heartbeats are missing. */
  leave(): Promise<void> {
    return this.#member.leave(true);
  }

  get #member(): SwarmMember {
    return this.engine.swarm.member;
  }
}

/** Creates an engine on the network of this one. */
export type CreateNodeEngine<Engine extends NodeEngine> = (properties: Partial<NodeProperties>) => Engine;

export class SwarmControl<Engine extends NodeEngine> {
  /** This engine as a node. */
  readonly member: SwarmMember;
  readonly #createEngine: CreateNodeEngine<Engine>;
  readonly #nodes: SimulatedNode<Engine>[] = [];

  constructor(member: SwarmMember, createEngine: CreateNodeEngine<Engine>) {
    this.member = member;
    this.#createEngine = createEngine;
  }

  /** The simulated nodes, without this engine. */
  get nodes(): readonly SimulatedNode<Engine>[] {
    return this.#nodes;
  }

  /** The id of this engine in the swarm; empty outside of one. */
  get nodeId(): string {
    return this.member.nodeId;
  }

  /** The state of the swarm; undefined outside of one. */
  get state(): Swarm | undefined {
    return this.member.swarm;
  }

  /** Creates a swarm with this engine as its manager, as `docker swarm init`. @returns the id of the node */
  init(): string {
    const { swarmNetwork } = this.member.parts;
    return this.member.init({
      address: swarmNetwork.nextAddress(),
      port: 2377,
      availability: 'active',
      dataPathPort: 4789,
      settings: readClusterSettings(completedSpec({})),
      addressPools: ['10.0.0.0/8'],
      subnetSize: 24,
    });
  }

  /** Returns the token with which a node joins. */
  joinToken(role: 'worker' | 'manager'): string {
    const { root, tokens } = this.member.requireManager().cluster.record;
    return joinToken(root.certificate, tokens[role]);
  }

  /**
   * Adds a node: an engine in this process, which joins the swarm. Creates the swarm if there is none.
   *
   * @example
   * const node = await engine.swarm.addNode({ labels: { zone: 'a' } });
   * await node.stop();
   */
  addNode(options: NodeOptions = {}): SimulatedNode<Engine> {
    const { role = 'worker', joins = true, labels = {}, availability = 'active', properties } = options;
    if (joins && this.member.swarm === undefined) this.init();
    const hostname = options.hostname ?? `node-${this.#nodes.length + 2}`;
    const engine = this.#createEngine({ ...properties, hostname });
    const { member } = engine.swarm;
    const node = new SimulatedNode(hostname, engine);
    this.#nodes.push(node);
    if (!joins) return node;
    const swarm = this.member.requireManager();
    const address = member.parts.swarmNetwork.nextAddress();
    const remotes = swarm.nodes.managers().map(({ manager }) => manager?.address ?? '');
    member.join({ address, port: 2377, availability, remotes, token: this.joinToken(role) });
    const record = swarm.cluster.tables.node.get(member.nodeId);
    if (record !== undefined && Object.keys(labels).length > 0) swarm.cluster.put('node', { ...record, labels });
    return node;
  }

  /** Returns the nodes as the managers see them. */
  list(): NodeRecord[] {
    return this.member.swarm?.cluster.tables.node.sorted() ?? [];
  }

  async close(): Promise<void> {
    for (const { engine } of this.#nodes) await engine.close();
    this.member.close();
  }
}
