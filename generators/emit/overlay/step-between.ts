/** The step between two versions: what differs, and what the overlay says of it. */
import type { Api, Difference, WireRule } from '../../ir/index.js';
import { indexed, type IndexedApi } from './bodies.js';

export interface StepBetween {
  /** The version whose overlay it is. */
  readonly version: string;
  readonly older: Api;
  readonly newer: Api;
  readonly rules: readonly WireRule[];
  readonly differences: readonly Difference[];
}

/** A step between versions whose operations and shapes are found by name. */
export interface IndexedStep extends StepBetween {
  readonly older: IndexedApi;
  readonly newer: IndexedApi;
}

export function indexedStep<Step extends StepBetween>(step: Step): Step & IndexedStep {
  return { ...step, older: indexed(step.older), newer: indexed(step.newer) };
}
