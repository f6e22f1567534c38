/** What limits the reading of requests, and how they are read: the options of a server, with their defaults. */
import { defaultHostLimits, type HostLimits } from '../host/host-limits.js';
import type { OperationContract } from '@lading/runtime-wire';

/** Limits of requests. Sizes are in bytes, times in milliseconds; 0 is no limit. */
export interface Limits extends HostLimits {
  /** The size of a body that is read whole. Archives are streamed and have no limit. @default 16 MiB */
  readonly body: number;
  /** The size of a file of a form that is streamed, because the form is larger than `body`. @default 1 GiB */
  readonly file: number;
  /** The depth of nested arrays and objects in a JSON body. @default 100 */
  readonly depth: number;
  /** The number of all values in a JSON body, and of the parts of a form. @default 50,000 */
  readonly values: number;
  /** The time until a body that is read whole has arrived, and until the next bytes of a streamed file. @default 5 minutes */
  readonly wholeBody: number;
  /** The time until the next bytes of an archive or another body that is streamed, while there is room for them. @default 5 minutes */
  readonly pause: number;
  /** The total size of all bodies that are being read whole at the same time. @default 256 MiB */
  readonly bodiesInAll: number;
}

const second = 1000;
const minute = 60 * second;

export const defaultLimits: Limits = {
  ...defaultHostLimits,
  body: 16 * 1024 * 1024,
  file: 1024 * 1024 * 1024,
  depth: 100,
  values: 50_000,
  wholeBody: 5 * minute,
  pause: 5 * minute,
  bodiesInAll: 256 * 1024 * 1024,
};

/** Limits the bytes of all bodies that a server is reading whole, since the number of clients is not limited by their size. */
export class BodyMemory {
  readonly #limit: number;
  #used = 0;

  /** @param limit the limit in bytes; 0 is no limit */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds bytes, which count until they are given back. @returns whether all bytes together are within the limit */
  take(bytes: number): boolean {
    this.#used += bytes;
    return this.#limit === 0 || this.#used <= this.#limit;
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
  }
}

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
