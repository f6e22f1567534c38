/** The input, besides the result of the handler, for writing a response. */
import type { OperationContract } from '@lading/runtime-wire';
import type { HostRequest } from '../host/index.js';
import type { ResponseChecks } from './check-response.js';
import type { ResponseHeaders } from './response-headers.js';

export interface WriteContext {
  readonly operation: OperationContract;
  readonly responseHeaders: ResponseHeaders;
  readonly checks: ResponseChecks;
  readonly request: HostRequest;
  /** The query that was read; undefined if it could not be read. */
  readonly query: unknown;
  /** Reports an error that occurs after the head has been sent, and returns the message for the client. */
  readonly failureMessage: (error: unknown) => string;
  /** Reports responses that break the contract and are sent nevertheless. */
  readonly report: (error: Error) => void;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}
