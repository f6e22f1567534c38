/** The model of an API at one version, which every emitter reads. */
import type { Extensions } from './notes.js';
import type { Operation } from './operation.js';
import type { Schema } from './schema.js';

/** An API at one version. */
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
  /** The resource groups, in the order of the document. */
  readonly groups: readonly Group[];
  readonly operations: readonly Operation[];
  readonly schemas: readonly Schema[];
  readonly stateSets: readonly StateSet[];
  /** The extensions of the document itself. */
  readonly extensions?: Extensions;
}

/** A resource group. */
export interface Group {
  /** `pet` */
  readonly name: string;
  /** `Pets` */
  readonly title: string;
  readonly description?: string;
}

/** A named set of states, with the fields whose values they are, and their transitions. */
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

/** A transition from one state to another. */
export interface Transition {
  /** The former state; absent if the thing did not exist before. */
  readonly from?: string;
  /** The next state; absent if the thing does not exist afterwards. */
  readonly to?: string;
  /** The cause of the transition. */
  readonly on?: string;
}
