/** An engine that serves clients on an address. */
import type { EngineServer, Hooks, Listening } from '@lading/server-v1.44';
import type { HandlersV144 } from '@lading/server';
import { MemoryBlobs } from './adapters/memory-blobs.js';
import { createEngine, type Engine } from './create-engine.js';
import type { EventLog } from './state/event-log.js';
import type { Faults } from './http/faults.js';
import type { Rejections } from './http/reject-invalid.js';
import { MemoryFilesystem } from './filesystem/memory-filesystem.js';
import type { Ports } from './ports/ports.js';
import type { MemoryRegistry } from './registry/memory-registry.js';
import type { Programs } from './runtime/programs.js';
import { MemoryStore } from './adapters/memory-store.js';
import type { SwarmControl } from './swarm/swarm-control.js';

/** The state of an engine at a moment. It can be restored any number of times. */
export interface EngineSnapshot {
  readonly store: MemoryStore;
  readonly filesystem: MemoryFilesystem;
  readonly blobs: MemoryBlobs;
}

export class RunningEngine implements AsyncDisposable {
  /** For `DOCKER_HOST`: `unix:///tmp/…` or `tcp://127.0.0.1:…`. */
  readonly address: string;
  /** All addresses. */
  readonly addresses: readonly string[];
  /** The programs that containers run. */
  readonly programs: Programs;
  readonly faults: Faults;
  /** The registry in memory: names without a registry, and those that begin with `registry.test/`, are its own. */
  readonly registry: MemoryRegistry;
  readonly #server: EngineServer;
  readonly #ends: (() => Promise<void> | void)[];
  #core: CurrentEngine;

  constructor(core: CurrentEngine, server: EngineServer, listening: readonly Listening[], onClose: () => void) {
    this.#core = core;
    this.#server = server;
    this.#ends = [onClose];
    // Clients of engines write ports as tcp.
    this.addresses = listening.map(({ address }) => address.replace(/^https?:/, 'tcp:'));
    this.address = this.addresses[0] ?? '';
    this.programs = core.engine.programs;
    this.faults = core.engine.faults;
    this.registry = core.engine.registry;
  }

  /** The services, for what the API cannot express. */
  get engine(): Engine {
    return this.#core.engine;
  }

  get events(): EventLog {
    return this.#core.engine.events;
  }

  /** The swarm, and simulated nodes of it. */
  get swarm(): SwarmControl<Engine> {
    return this.#core.engine.swarm;
  }

  /** Returns the state. Programs and faults are not part of it. */
  snapshot(): EngineSnapshot {
    const { store, filesystem, blobs } = this.#core.engine.ports;
    if (!(store instanceof MemoryStore) || !(filesystem instanceof MemoryFilesystem) || !(blobs instanceof MemoryBlobs))
      throw new Error('snapshot: an engine with its own store or file system has none');
    return { store: store.clone(), filesystem: filesystem.clone(), blobs: blobs.clone() };
  }

  /** Replaces the state. Running processes end, and containers that ran at the time of the snapshot start again. */
  async restore({ store, filesystem, blobs }: EngineSnapshot): Promise<void> {
    await this.#core.replace({ store: store.clone(), filesystem: filesystem.clone(), blobs: blobs.clone() });
  }

  /** Ends all processes and connections. */
  async close(): Promise<void> {
    await this.#server.close({ timeout: 0 });
    await this.#core.engine.close();
    for (const end of this.#ends) await end();
  }

  /** Calls a function when the engine closes. */
  onClose(end: () => Promise<void> | void): void {
    this.#ends.push(end);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** The engine behind a server, which can be replaced while the server runs. */
export class CurrentEngine {
  engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Handlers that call those of the current engine. */
  get handlers(): HandlersV144 {
    const groups = Object.entries(this.engine.handlers) as [keyof HandlersV144, Record<string, unknown>][];
    const forwarded = groups.map(([group, operations]) => [
      group,
      Object.fromEntries(
        Object.keys(operations).map((verb) => [
          verb,
          (call: unknown) => (this.engine.handlers[group] as Record<string, (call: unknown) => unknown>)[verb]?.(call),
        ]),
      ),
    ]);
    return Object.fromEntries(forwarded) as HandlersV144;
  }

  /** Hooks that call those of the current engine. */
  get hooks(): Hooks {
    return { ...this.engine.hooks, beforeBody: (call) => this.engine.hooks.beforeBody?.(call) };
  }

  /** The options of these names, for the current engine. */
  get rejections(): Rejections {
    return {
      onInvalid: (operation, request) => this.engine.onInvalid(operation, request),
      onMistyped: (operation, request) => this.engine.onMistyped(operation, request),
    };
  }

  async replace(state: Pick<Ports, 'store' | 'filesystem' | 'blobs'>): Promise<void> {
    const { programs, faults, registry: ownRegistry, ports, minimumRunTime, fastStop, socket } = this.engine;
    await this.engine.swarm.close();
    await this.engine.endProcesses();
    const { ids, clock, runtime, networkDriver, registry } = ports;
    this.engine = createEngine(
      { ids, clock, runtime, networkDriver, registry, ...state },
      { programs, faults, registry: ownRegistry, minimumRunTime, fastStop, socket },
    );
    await this.engine.resume('all');
  }
}
