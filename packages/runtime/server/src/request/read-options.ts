/** Options for reading requests. */
import type { OperationContract } from '@lading/runtime-wire';
import type { BodyMemory } from './body-memory.js';
import type { Limits } from './limits.js';

/** The values of a request that does not fit the contract. */
export interface InvalidRequest {
  readonly contract: OperationContract;
  /** The path and the query as received. */
  readonly url: string;
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
  readonly onMistyped?: OnInvalid | undefined;
}
