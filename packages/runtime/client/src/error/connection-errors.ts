/** The errors of connections to an engine, which are not its error responses. */
import { LadingClientError } from '@lading/runtime-wire';

/** The connection to the engine failed. */
export class ConnectionError extends LadingClientError {
  /** The address of the engine, without secrets: `unix:///var/run/docker.sock`. */
  readonly address: string;

  constructor(code: string, message: string, address: string, options?: { readonly cause?: unknown }) {
    super(code, message, options);
    this.address = address;
  }
}

/** The engine does not serve the version of the client. */
export class VersionError extends LadingClientError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('VERSION', message, options);
  }
}

/** A credential helper, or the file that names it, could not be used. */
export class CredentialError extends LadingClientError {}

/**
 * The connection was lost after it had been opened. Codes: `NO_RESPONSE` before the head of a response, `RESPONSE_CUT`
 * within a response. `cause` is the error of the socket or of the HTTP parser.
 */
export class ConnectionLost extends ConnectionError {
  /**
   * Whether the call can be repeated safely: it only reads (GET, HEAD), so it does not matter whether it was received, or nothing of
   * it was sent.
   */
  readonly retryable: boolean;
  /** The status of the response that was cut. */
  readonly status: number | undefined;

  constructor(call: LostCall, cause?: unknown) {
    const { method, address = '', response } = call;
    const [code, when] = response ? ['RESPONSE_CUT', 'within'] : ['NO_RESPONSE', 'before'];
    const isSafe = method === 'GET' || method === 'HEAD';
    const isUnsent = call.isSent === false && response === undefined;
    const effect = isUnsent ? unsent : isSafe ? '' : response === undefined ? uncertain : '';
    super(code, `The connection to ${address} was lost ${when} the response ${callName(call)}.${effect}`, address, {
      cause,
    });
    this.retryable = isSafe || isUnsent;
    this.status = response?.status;
  }
}

const unsent = ' Nothing of the request was sent: it can be repeated.';
const uncertain = ' The engine may have received the request and carried it out: find out before you repeat it.';

/** The name of a call in messages: `(ContainerList: GET /v1.44/containers/json)`. */
export function callName({ operation, method, path }: LostCall): string {
  return `(${operation === undefined ? '' : `${operation}: `}${method} ${path})`;
}

/** The call that lost its connection. */
export interface LostCall {
  readonly operation?: string;
  readonly method: string;
  /** The path without the query, which may contain secrets. */
  readonly path: string;
  /** The address of the engine. */
  readonly address?: string;
  /** The response, if it had begun. */
  readonly response?: { readonly status?: number } | undefined;
  /** False if nothing of the request has left the process. */
  readonly isSent?: boolean;
}
