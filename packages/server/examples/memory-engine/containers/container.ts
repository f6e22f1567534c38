/** A container: what it was made of, and in which state it is. */
import type {
  ContainerConfig,
  ContainerState,
  EndpointSettings,
  HostConfig,
  MountPoint,
  PortMap,
} from '@lading/types-v1.44';
import type { FileTree } from '../files/file-tree.js';
import type { Image } from '../images/image.js';
import { Input } from '../processes/input.js';
import type { Process } from '../processes/process.js';
import { Output } from './output.js';

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
  /** By the network's name. */
  readonly networks = new Map<string, EndpointSettings>();
  readonly execs = new Set<string>();
  name: string;
  hostConfig: HostConfig;
  input = new Input();
  process: Process | undefined;
  ports: PortMap = {};
  restarts = 0;
  /** Somebody wants it to stay stopped. */
  isStopped = false;
  isRemoved = false;
  /** It ends only to be started again. */
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

  /** The command with all of its words. */
  get command(): readonly string[] {
    return [...(this.config.Entrypoint ?? []), ...(this.config.Cmd ?? [])];
  }

  /** What events tell of it. */
  get attributes(): Record<string, string> {
    return { ...this.config.Labels, image: this.config.Image, name: this.name };
  }

  /**
   * Asked for before a start, no end can be missed.
   * @param signal aborted when nobody wants to know any more
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

  tellExit(code: number): void {
    const exits = [...this.#exits];
    this.#exits.clear();
    for (const exit of exits) exit(code);
  }

  tellRemoval(): void {
    this.isRemoved = true;
    for (const removal of this.#removals) removal();
    // It will not run again.
    this.tellExit(this.state.ExitCode);
  }
}
