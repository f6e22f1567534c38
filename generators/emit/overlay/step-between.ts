/** The step between two versions: what differs, and what the overlay says of it. */
import type { Api, Difference, WireRule } from '../../ir/index.js';

export interface StepBetween {
  /** The version whose overlay it is. */
  readonly version: string;
  readonly older: Api;
  readonly newer: Api;
  readonly rules: readonly WireRule[];
  readonly differences: readonly Difference[];
}
