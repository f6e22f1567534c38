/** The error of a connection that ended while a call used it. */
import { ConnectionError } from './connection-errors.js';

/**
 * The connection was lost after it had been opened. Codes: `NO_RESPONSE` before the head of a response, `RESPONSE_CUT`
 * within a response. `cause` is the error of the socket or of the HTTP parser.
 */
export class ConnectionLost extends ConnectionError {
  /** Whether the call can be repeated safely: it only reads (GET, HEAD), so it does not matter whether it was received. */
  readonly retryable: boolean;
  /** The status of the response that was cut. */
  readonly status: number | undefined;

  constructor(call: LostCall, cause?: unknown) {
    const { method, address = '', response } = call;
    const [code, when] = response ? ['RESPONSE_CUT', 'within'] : ['NO_RESPONSE', 'before'];
    super(code, `The connection to ${address} was lost ${when} the response ${callName(call)}.`, address, { cause });
    this.retryable = method === 'GET' || method === 'HEAD';
    this.status = response?.status;
  }
}

/** The call that lost its connection. */
/** The name of a call in messages: `(ContainerList: GET /v1.44/containers/json)`. */
export function callName({ operation, method, path }: LostCall): string {
  return `(${operation === undefined ? '' : `${operation}: `}${method} ${path})`;
}

export interface LostCall {
  readonly operation?: string;
  readonly method: string;
  /** The path without the query, which may contain secrets. */
  readonly path: string;
  /** The address of the engine. */
  readonly address?: string;
  /** The response, if it had begun. */
  readonly response?: { readonly status?: number } | undefined;
}
