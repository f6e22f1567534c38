/** The model of an API at one version, which every emitter reads. */
import type { Extensions, ExternalDocs } from './notes.js';
import type { Operation } from './operation.js';
import type { Schema } from './schema.js';
import type { SecurityScheme } from './security.js';
import type { Server } from './server.js';

/** An API at one version. */
export interface Api extends Extensions {
  /** `1.44` */
  readonly version: string;
  readonly title: string;
  readonly summary?: string;
  readonly description?: string;
  readonly license?: License;
  readonly contact?: Contact;
  /** The URL of the terms of service. */
  readonly termsOfService?: string;
  readonly externalDocs?: ExternalDocs;
  /** The servers; clients use the first one by default. */
  readonly servers: readonly Server[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** The resource groups, in the order of the document. */
  readonly groups: readonly Group[];
  readonly operations: readonly Operation[];
  /** The requests that servers send to clients on events; the path of each is the name of the webhook. */
  readonly webhooks: readonly Operation[];
  readonly schemas: readonly Schema[];
  readonly stateSets: readonly StateSet[];
}

/** Whom to ask about an API. */
export interface Contact {
  readonly name?: string;
  readonly url?: string;
  readonly email?: string;
}

/** The license that a document names. */
export interface License {
  readonly name: string;
  /** The SPDX expression, if it is one of SPDX. */
  readonly identifier?: string;
  readonly url?: string;
}

/** A resource group: a tag of the document, or the first segment of the paths of operations without tags. */
export interface Group extends Extensions {
  /** `pet` */
  readonly name: string;
  /** The tag in the document, `Pet`; absent if the group is one of paths. */
  readonly tag?: string;
  /** `Pets` */
  readonly title: string;
  readonly description?: string;
  readonly externalDocs?: ExternalDocs;
  /** The name of the group that contains it. */
  readonly parent?: string;
  /** The purpose of the tag: `nav`, `badge`, `audience`. */
  readonly kind?: string;
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
