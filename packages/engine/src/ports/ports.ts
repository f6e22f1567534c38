/** The ports of an engine: what it needs from its surroundings. */
import type { Blobs } from './blobs.js';
import type { Clock } from './clock.js';
import type { ContainerRuntime } from './container-runtime.js';
import type { Filesystem } from './filesystem.js';
import type { Ids } from './ids.js';
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
