/** Turns failures of requests and of reading a body into errors of the client, with stable codes. */
import type { Readable } from 'node:stream';
import { WireError } from '@lading/runtime-wire';
import { ConnectionLost, InputError, ProtocolError, type LostCall } from '../error/index.js';
import { callName } from '../error/connection-errors.js';

/** The call, for errors. */
export interface CallName extends LostCall {
  readonly isFromCaller?: (error: unknown) => boolean;
}

/**
 * Returns the error for the caller. A closed connection becomes a ConnectionLost, invalid bytes a ProtocolError; errors that
 * are meant for the caller (the reason of an abort, errors of the client and of the request's body) are returned unchanged.
 */
export function transferFailure(error: unknown, call: CallName): unknown {
  if (error instanceof WireError)
    return new ProtocolError(error.code, withCallName(error.message, call), { cause: error });
  if (!(error instanceof Error) || call.isFromCaller?.(error) === true) return error;
  const { code } = error as { readonly code?: unknown };
  const text = String(code);
  const violation = violationOf(text, error.name);
  if (violation !== undefined) {
    const message = withCallName(`The response is invalid: ${violation[1]}`, call);
    return new ProtocolError(violation[0], message, { cause: error });
  }
  // An error of a socket; it is from the HTTP client unless that was told to close it.
  const isLoss = /^(E[A-Z]+|LADING_CLOSED_BEFORE|UND_ERR_(?!ABORTED|DESTROYED).*|ERR_STREAM_PREMATURE_CLOSE)$/.test(
    text,
  );
  return isLoss ? new ConnectionLost(call, error) : error;
}

/** Calls `fail` with the error for the caller when a body fails, or is closed before its end. */
export function onFailure(body: Readable, call: CallName, fail: (error: unknown) => void): void {
  body.on('error', (error) => fail(transferFailure(error, call)));
  body.on('close', () => fail(new ConnectionLost(call)));
  // The body may have failed before there was a listener.
  if (body.errored) fail(transferFailure(body.errored, call));
}

/** What violates HTTP, by the code of the HTTP client. */
function violationOf(code: string, name: string): readonly [code: string, meaning: string] | undefined {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return ['HEADERS_TOO_LONG', 'its headers are longer than 16 KB'];
  if (code.endsWith('LENGTH_MISMATCH')) return ['LENGTH_MISMATCH', 'a body is not as long as its content-length says'];
  // The HTTP parser sets the name of its errors, but some have no code.
  return name === 'HTTPParserError' || code.startsWith('HPE_') ? ['HTTP_INVALID', 'it is not HTTP'] : undefined;
}

/** Returns the error for a stream that is read a second time, or in two ways. */
export function consumed(call: CallName): InputError {
  return new InputError('STREAM_CONSUMED', withCallName('the stream is being read already, or was closed', call));
}

/** Appends the name of the call to a message. */
export function withCallName(message: string, call: CallName): string {
  return `${message} ${callName(call)}`;
}

/** Keeps an 'error' event without another listener from ending the process; later readers still get the error. */
export function silence(stream: NodeJS.EventEmitter): void {
  stream.on('error', () => {});
}

/** The maximum length of an error response that is read, in bytes. */
const maxLength = 1_000_000;

/** Returns the text of an error response, up to a maximum length. */
export async function errorText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxLength) break;
    }
  } catch {
    // The text before the connection failed is sufficient, since the status is known.
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxLength);
}
