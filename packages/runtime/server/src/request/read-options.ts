/** Options for reading requests. */
import type { BodyMemory } from './body-memory.js';
import type { Limits } from './limits.js';

/** The values of a request that breaks rules of the contract, but none of its types. */
export interface InvalidRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export type OnInvalid = (operation: string, request: InvalidRequest) => void;

export interface ReadOptions extends Limits {
  readonly bodyMemory: BodyMemory;
  /** Whether broken rules are left to the engine behind a gateway. */
  readonly typesOnly: boolean;
  /** Whether integers beyond the safe integers are kept, as `bigint`. */
  readonly exact: boolean;
  readonly onInvalid?: OnInvalid | undefined;
}
