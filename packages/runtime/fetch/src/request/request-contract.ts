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
  /** Selects the media type of the body by `contentType` in the input. */
  readonly bodies?: BodySelector;
  /** The URL of the operation's own server. */
  readonly server?: string;
}

export type SentOperation = Operation & RequestParts;

/**
 * Returns the operation with the media type that an input names, and what that is sent with.
 *
 * @throws InputError for one that the API does not declare
 */
export type BodySelector = (operation: SentOperation, contentType: unknown) => SentOperation;
