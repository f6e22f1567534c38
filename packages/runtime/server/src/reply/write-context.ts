/** What is needed, besides the value, to write the response of a call. */
import type { OperationContract } from '@lading/runtime-wire';
import type { HostRequest } from '../host/index.js';
import type { ResponseChecks } from './check-response.js';
import type { ResponseHeaders } from './response-headers.js';

export interface WriteContext {
  readonly operation: OperationContract;
  readonly responseHeaders: ResponseHeaders;
  readonly checks: ResponseChecks;
  readonly request: HostRequest;
  /** The query as it was read; undefined where it could not be. */
  readonly query: unknown;
  /** What the client is told of an error that comes when the head is out; tells whoever else should know. */
  readonly words: (error: unknown) => string;
  /** Told of answers that break the contract where they go out all the same. */
  readonly report: (error: Error) => void;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}
