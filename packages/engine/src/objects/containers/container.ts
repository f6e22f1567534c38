/** A container: its record, and what exists of it only while the engine runs. */
import type { Clock } from '../../ports/clock.js';
import type { RunningProcess } from '../../ports/container-runtime.js';
import type { PublishedPort } from '../../ports/network-driver.js';
import type { EndpointRecord, JoinedEndpoint, NetworkedContainer } from '../../state/endpoint-record.js';
import { Input } from '../../streams/input.js';
import type { ContainerFiles } from './container-files.js';
import {
  commandOf,
  type ContainerRecord,
  type ContainerStatus,
  type StateRecord,
} from '../../state/container-record.js';
import type { HostLine } from './network-files.js';
import { Output, type OutputStore } from './output.js';
import { checkTransition } from '../../state/transitions.js';

interface ContainerParts {
  readonly record: ContainerRecord;
  readonly files: ContainerFiles;
  readonly clock: Clock;
  readonly logs: OutputStore;
  /** Commits a new value of the record. */
  readonly save: (record: ContainerRecord) => void;
}

export class Container implements NetworkedContainer {
  readonly files: ContainerFiles;
  readonly output: Output;
  /** The ids of its execs. */
  readonly execs = new Set<string>();
  /** The programs that accept connections, by port or by the path of a socket file. */
  readonly listeners = new Map<number | string, (connection: import('node:stream').Duplex) => void>();
  input = new Input();
  process: RunningProcess | undefined;
  published: readonly PublishedPort[] = [];
  isRemoved = false;
  /** Whether it is being restarted, so that AutoRemove does not apply. */
  staysAfterExit = false;
  readonly #clock: Clock;
  readonly #save: (record: ContainerRecord) => void;
  readonly #exits = new Set<(code: number) => void>();
  readonly #removals = new Set<() => void>();
  readonly #listeners = new Set<() => void>();
  #record: ContainerRecord;

  constructor({ record, files, clock, logs, save }: ContainerParts) {
    this.#record = record;
    this.files = files;
    this.output = new Output(clock, logs);
    this.#clock = clock;
    this.#save = save;
  }

  get record(): ContainerRecord {
    return this.#record;
  }

  get id(): string {
    return this.#record.id;
  }

  get name(): string {
    return this.#record.name;
  }

  get hostname(): string {
    return this.#record.settings.hostname;
  }

  get networkMode(): string {
    return this.#record.host.networkMode;
  }

  get endpoints(): Readonly<Record<string, EndpointRecord>> {
    return this.#record.endpoints;
  }

  get settings(): ContainerRecord['settings'] {
    return this.#record.settings;
  }

  get host(): ContainerRecord['host'] {
    return this.#record.host;
  }

  get state(): StateRecord {
    return this.#record.state;
  }

  get status(): ContainerStatus {
    return this.#record.state.status;
  }

  /** Whether it counts as running: paused and restarting containers do too. */
  get isRunning(): boolean {
    return ['running', 'paused', 'restarting'].includes(this.status);
  }

  /** The entry point and the command. */
  get command(): readonly string[] {
    return commandOf(this.settings);
  }

  /** The attributes of its events. */
  get attributes(): Record<string, string> {
    return { ...this.settings.labels, image: this.settings.image, name: this.name };
  }

  change(changes: Partial<ContainerRecord>): void {
    this.#record = { ...this.#record, ...changes };
    this.#save(this.#record);
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after each change. @returns a function that removes it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Changes the state. @throws Error for a change of the status that the API does not have */
  changeState(changes: Partial<StateRecord>, others: Partial<ContainerRecord> = {}): void {
    if (changes.status !== undefined) checkTransition('container-status', this.status, changes.status);
    if (changes.health !== undefined && changes.health.status !== this.state.health?.status)
      checkTransition('health-status', this.state.health?.status, changes.health.status);
    this.change({ ...others, state: { ...this.state, ...changes } });
  }

  setEndpoint(network: string, endpoint: EndpointRecord | undefined): void {
    const { [network]: _replaced, ...rest } = this.endpoints;
    // The order of the networks stays as it is.
    const endpoints = endpoint !== undefined && network in this.endpoints ? { ...this.endpoints } : rest;
    const before = this.endpoints[network]?.joined;
    this.change({ endpoints: endpoint === undefined ? rest : { ...endpoints, [network]: endpoint } });
    this.files.network.replace(this.hostLines(before), this.hostLines(endpoint?.joined), this.#clock.now());
  }

  /** Returns the lines of its file of hosts for a network. */
  hostLines(joined: JoinedEndpoint | undefined): HostLine[] {
    const domain = String(this.settings.others['Domainname'] || '');
    const names = [...(domain === '' ? [] : [`${this.hostname}.${domain}`]), this.hostname];
    return [joined?.address, joined?.ipv6Address].flatMap((address) => (address ? [{ address, names }] : []));
  }

  /**
   * Resolves with the exit code of the next exit. Called before a start, it cannot miss the exit.
   *
   * @param signal aborted when the result is no longer needed
   */
  nextExit(signal?: AbortSignal): Promise<number> {
    return new Promise((resolve) => {
      this.#exits.add(resolve);
      signal?.addEventListener('abort', () => this.#exits.delete(resolve));
    });
  }

  removal(): Promise<void> {
    return this.isRemoved ? Promise.resolve() : new Promise((resolve) => this.#removals.add(resolve));
  }

  notifyExit(code: number): void {
    const exits = [...this.#exits];
    this.#exits.clear();
    for (const exit of exits) exit(code);
  }

  notifyRemoval(): void {
    this.isRemoved = true;
    for (const removal of this.#removals) removal();
    // The container will not run again, so waiting for its exit ends too.
    this.notifyExit(this.state.exitCode);
  }
}
