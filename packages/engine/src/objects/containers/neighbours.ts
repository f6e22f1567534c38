/** What containers need of images, networks, volumes, execs and log plugins, which are objects beside them. */
import type { FileTree } from '../../ports/filesystem.js';
import type { EndpointRecord, NetworkedContainer } from '../../state/endpoint-record.js';
import type { ImageRecord } from '../../state/image-record.js';
import type { NetworkRecord } from '../../state/network-record.js';
import type { NewVolume, VolumeRecord } from '../../state/volume-record.js';
import type { Container } from './container.js';

export interface ContainerImages {
  readonly layers: {
    files(layers: readonly string[]): FileTree;
    use(owner: string, layers: readonly string[]): void;
    release(owner: string): Promise<unknown>;
  };
  search(name: string): ImageRecord | undefined;
}

export interface ContainerVolumes {
  all(): readonly VolumeRecord[];
  find(name: string): VolumeRecord;
  create(request: NewVolume): VolumeRecord;
  files(volume: VolumeRecord): FileTree;
  remove(name: string): Promise<void>;
  use(name: string, container: string): void;
  release(name: string, container: string): void;
  usersOf(name: string): readonly string[];
  /** Lets the plugin of the volume, if it has one, mount it. @throws ServerError */
  mount(name: string, container: string): Promise<void>;
  unmount(name: string, container: string): Promise<void>;
}

export interface NetworkDirectory {
  search(wanted: string): NetworkRecord | undefined;
}

/** Connects containers to networks. */
export interface ContainerEndpoints {
  /** @throws BadRequest, Forbidden if the network does not allow the endpoint */
  validate(network: NetworkRecord, endpoint: EndpointRecord): void;
  rename(container: NetworkedContainer): void;
  joinAll(container: NetworkedContainer): Promise<void>;
  leaveAll(container: NetworkedContainer): void;
}

export interface ContainerExecs {
  endAll(container: Container): void;
}

/** Passes the output of containers to log plugins. */
export interface ContainerLogs {
  isPlugin(name: string): boolean;
  /** @throws ServerError */
  start(container: Container): Promise<void>;
  stop(container: Container): Promise<void>;
  close(): Promise<void>;
}
