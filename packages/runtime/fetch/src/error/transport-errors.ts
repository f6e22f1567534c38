/** The errors of calls without a response. */
import { LadingClientError } from '@lading/runtime-wire';

/** The request got no response: no connection, or it was lost. `cause` is the error of `fetch`. */
export class ConnectionError extends LadingClientError {}
