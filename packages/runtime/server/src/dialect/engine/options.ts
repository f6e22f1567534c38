/** The options of a server that speaks HTTP as engines do. */
import type { Product } from '../../reply/index.js';
import type { SharedOptions } from '../../server/options.js';

export interface ServerOptions extends SharedOptions {
  readonly product?: Product;
  /**
   * Whether updates of nodes, services, secrets, configs, volumes and the swarm are rejected unless their `version` is
   * the current one. The server calls your inspect handlers for the current version, and runs updates of one object one
   * after the other.
   *
   * @default false
   */
  readonly checkVersions?: boolean;
}
