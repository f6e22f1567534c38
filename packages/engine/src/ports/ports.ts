/** The ports of an engine: what it needs from its surroundings. */
import type { Clock } from './clock.js';
import type { ContainerRuntime } from './container-runtime.js';
import type { Filesystem } from './filesystem.js';
import type { NetworkDriver } from './network-driver.js';
import type { Registry } from './registry.js';
import type { Store } from './store.js';

export interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly filesystem: Filesystem;
  readonly runtime: ContainerRuntime;
  readonly networkDriver: NetworkDriver;
  readonly registry: Registry;
}

/** The port of content by digest: archives of layers, and other bytes that never change. */
export interface Blobs {
  /** Stores bytes; bytes that are already stored are not stored again. @returns `sha256:` and their digest */
  write(data: Uint8Array): string;
  read(digest: string): Buffer | undefined;
  has(digest: string): boolean;
  delete(digest: string): void;
  /** Lists the digests, in no order. */
  list(): Iterable<string>;
}

/** The port of identifiers. */
export interface Ids {
  /** Returns a new identifier of 64 hexadecimal digits. */
  next(): string;
  /** Returns a name for a container that was created without one, in the form `adjective_person`. */
  name(isTaken: (name: string) => boolean): string;
}
