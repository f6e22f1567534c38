/** What went wrong while a body was read, as an error of the client. */
import { WireError } from '@lading/runtime-wire';
import { InputError, ProtocolError } from '../error/index.js';

/** Which call, for a message. */
export interface CallName {
  readonly operation?: string;
  readonly method: string;
  readonly path: string;
  readonly isFromCaller?: (error: unknown) => boolean;
}

/**
 * The error that a reader sees. A connection that broke off and bytes that make no sense become a ProtocolError; what
 * is meant for the caller as it is (an abort's reason, an error of the client, of what the caller sends) passes.
 */
export function streamFailure(error: unknown, call: CallName): unknown {
  if (error instanceof WireError) return new ProtocolError(error.code, said(error.message, call), { cause: error });
  if (!(error instanceof Error) || call.isFromCaller?.(error) === true) return error;
  // The parser of HTTP names its errors, and leaves some without a code.
  const broken = error.name === 'HTTPParserError' || ('code' in error && isBroken(error.code));
  if (!broken) return error;
  return new ProtocolError('BODY_CUT', said(`the answer broke off: ${error.message}`, call), { cause: error });
}

/** The error for a stream that is read a second time, or in two ways. */
export function consumed(call: CallName): InputError {
  return new InputError('STREAM_CONSUMED', said('the stream is being read already, or was closed', call));
}

/** The words with the call they are about. */
export function said(words: string, call: CallName): string {
  const { operation, method, path } = call;
  return `${words} (${operation === undefined ? '' : `${operation}: `}${method} ${path})`;
}

function isBroken(code: unknown): boolean {
  if (typeof code !== 'string') return false;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return true;
  if (code.startsWith('UND_ERR_')) return code !== 'UND_ERR_ABORTED' && code !== 'UND_ERR_DESTROYED';
  return code.startsWith('HPE_') || /^E[A-Z]+$/.test(code);
}

/** Keeps an 'error' event that nobody waits for yet from ending the process; whoever reads later still gets it. */
export function silence(stream: NodeJS.EventEmitter): void {
  stream.on('error', () => {});
}
