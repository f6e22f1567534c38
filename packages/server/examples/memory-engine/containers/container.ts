/** A container: its configuration and its state. */
import type {
  ContainerConfig,
  ContainerState,
  EndpointSettings,
  HostConfig,
  MountPoint,
  PortMap,
} from '@lading/types-v1.44';
import type { HandlersV144 } from '@lading/server';
import type { FileTree } from '../files/file-tree.js';
import type { Image } from '../images/image.js';
import { Input } from '../processes/input.js';
import type { Process } from '../processes/process.js';
import { Output } from './output.js';

export type ContainerHandlers = NonNullable<HandlersV144['container']>;

/** The timestamp of an event that has not happened. */
export const never = '0001-01-01T00:00:00Z';

interface ContainerParts {
  readonly id: string;
  readonly name: string;
  readonly image: Image;
  readonly config: ContainerConfig;
  readonly hostConfig: HostConfig;
  readonly mounts: readonly MountPoint[];
}

export class Container {
  readonly id: string;
  readonly image: Image;
  readonly config: ContainerConfig;
  readonly mounts: readonly MountPoint[];
  readonly created = new Date();
  readonly files: FileTree;
  readonly output = new Output();
  /** The endpoint settings, by the network's name. */
  readonly networks = new Map<string, EndpointSettings>();
  readonly execs = new Set<string>();
  name: string;
  hostConfig: HostConfig;
  input = new Input();
  process: Process | undefined;
  ports: PortMap = {};
  restarts = 0;
  /** Whether a client stopped it, so that no restart policy applies. */
  isStopped = false;
  isRemoved = false;
  /** Whether it is being restarted, so that AutoRemove does not apply. */
  staysAfterExit = false;
  state: ContainerState = {
    Status: 'created',
    Running: false,
    Paused: false,
    Restarting: false,
    OOMKilled: false,
    Dead: false,
    Pid: 0,
    ExitCode: 0,
    Error: '',
    StartedAt: never,
    FinishedAt: never,
  };
  readonly #exits = new Set<(code: number) => void>();
  readonly #removals = new Set<() => void>();

  constructor({ id, name, image, config, hostConfig, mounts }: ContainerParts) {
    this.id = id;
    this.name = name;
    this.image = image;
    this.config = config;
    this.hostConfig = hostConfig;
    this.mounts = mounts;
    this.files = image.files.copy();
  }

  get isRunning(): boolean {
    return this.state.Running;
  }

  /** The entry point and the command. */
  get command(): readonly string[] {
    return [...(this.config.Entrypoint ?? []), ...(this.config.Cmd ?? [])];
  }

  /** The attributes of its events. */
  get attributes(): Record<string, string> {
    return { ...this.config.Labels, image: this.config.Image, name: this.name };
  }

  /**
   * Resolves with the exit code of the next exit. Called before a start, it cannot miss the exit.
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

  change(state: Partial<ContainerState>): void {
    this.state = { ...this.state, ...state };
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
    this.notifyExit(this.state.ExitCode);
  }
}
