/** Options for reading requests. */
import type { BodyMemory } from './body-memory.js';
import type { Limits } from './limits.js';

export interface ReadOptions extends Limits {
  readonly bodyMemory: BodyMemory;
  /** Whether broken rules are left to the engine behind a gateway. */
  readonly typesOnly: boolean;
  /** Whether integers beyond the safe integers are kept, as `bigint`. */
  readonly exact: boolean;
}
