/** What a client adds to the contract of a request. */
import type { ContentEncoder } from './content.js';
import type { ParameterEncoder } from './parameters.js';

export interface RequestParts {
  /** The locations whose parameters are in a separate object of the input, because their names collide. */
  readonly nested?: readonly string[];
  /** The encoder of parameters that are not `plain`, `repeated` or `joined`. */
  readonly styles?: ParameterEncoder;
  /** The encoder of a body that is not JSON. */
  readonly content?: ContentEncoder;
  /** The URL of the operation's server, if no base URL is given. */
  readonly server?: string;
}
