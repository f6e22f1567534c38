/** How the request of an operation is sent: the data of a contract, with the parts that only clients need. */
import type { Operation } from '@lading/runtime-wire';
import type { BodyParts } from './content.js';
import type { ParameterEncoder } from './parameters.js';

/** The parts of a request that the client of an operation uses; a bundle contains no others. */
export interface RequestParts extends BodyParts {
  /** The locations whose parameters are in a separate object of the input, because their names collide. */
  readonly nested?: readonly string[];
  /** The encoder of parameters that are not `plain`, `repeated` or `joined`. */
  readonly styles?: ParameterEncoder;
  /** Further media types of the body, which `contentType` in the input selects. */
  readonly bodies?: Readonly<Record<string, BodyParts>>;
  /** The URL of the operation's own server. */
  readonly server?: string;
}

export type SentOperation = Operation & RequestParts;
