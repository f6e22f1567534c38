/** The whole API at one version: the model that every emitter reads. */
import type { Operation } from './operation.js';
import type { Schema } from './schema.js';

export interface Api {
  /** `1.44` */
  readonly version: string;
  readonly title: string;
  readonly description?: string;
  /** Scheme and host of the first server: `https://api.example.com`. */
  readonly origin?: string;
  /** `/v1.44` */
  readonly basePath: string;
  readonly schemes: readonly string[];
  /** In the order of the interface. */
  readonly groups: readonly Group[];
  readonly operations: readonly Operation[];
  readonly schemas: readonly Schema[];
  readonly stateSets: readonly StateSet[];
}

export interface Group {
  /** `pet` */
  readonly name: string;
  /** `Pets` */
  readonly title: string;
  readonly description?: string;
}

/** A named set of states, the fields that hold one of them, and how one becomes another. */
export interface StateSet {
  /** `pet-status` */
  readonly name: string;
  readonly description?: string;
  /** `PetState.Status` */
  readonly fields: readonly string[];
  readonly values: readonly { readonly value: string; readonly description?: string }[];
  readonly transitions: readonly Transition[];
  readonly rules: readonly string[];
}

export interface Transition {
  /** Absent: it did not exist before. */
  readonly from?: string;
  /** Absent: it is gone after. */
  readonly to?: string;
  /** What brings it about. */
  readonly on?: string;
}
