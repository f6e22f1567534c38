/** Turns failures while reading a body into errors of the client. */
import { WireError } from '@lading/runtime-wire';
import { InputError, ProtocolError } from '../error/index.js';

/** The call, for messages. */
export interface CallName {
  readonly operation?: string;
  readonly method: string;
  readonly path: string;
  readonly isFromCaller?: (error: unknown) => boolean;
}

/**
 * Returns the error for the reader. A closed connection and invalid bytes become a ProtocolError; errors that are meant for
 * the caller (the reason of an abort, errors of the client and of the request's body) are returned unchanged.
 */
export function streamFailure(error: unknown, call: CallName): unknown {
  if (error instanceof WireError)
    return new ProtocolError(error.code, withCallName(error.message, call), { cause: error });
  if (!(error instanceof Error) || call.isFromCaller?.(error) === true) return error;
  // The HTTP parser sets the name of its errors, but some have no code.
  const broken = error.name === 'HTTPParserError' || ('code' in error && isBroken(error.code));
  if (!broken) return error;
  return new ProtocolError('BODY_CUT', withCallName(`the response broke off: ${error.message}`, call), {
    cause: error,
  });
}

/** Returns the error for a stream that is read a second time, or in two ways. */
export function consumed(call: CallName): InputError {
  return new InputError('STREAM_CONSUMED', withCallName('the stream is being read already, or was closed', call));
}

/** Appends the name of the call to a message. */
export function withCallName(message: string, call: CallName): string {
  const { operation, method, path } = call;
  return `${message} (${operation === undefined ? '' : `${operation}: `}${method} ${path})`;
}

function isBroken(code: unknown): boolean {
  if (typeof code !== 'string') return false;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return true;
  if (code.startsWith('UND_ERR_')) return code !== 'UND_ERR_ABORTED' && code !== 'UND_ERR_DESTROYED';
  return code.startsWith('HPE_') || /^E[A-Z]+$/.test(code);
}

/** Keeps an 'error' event without another listener from ending the process; later readers still get the error. */
export function silence(stream: NodeJS.EventEmitter): void {
  stream.on('error', () => {});
}
