/** Reads a body to its end, within bounds of size and time. */
import type { Readable } from 'node:stream';
import { HttpError } from '../error/index.js';
import { deadline } from './deadline.js';

export interface WholeLimits {
  readonly body: number;
  readonly wholeBody: number;
}

/**
 * Gives what `use` makes of all bytes, right when the last one is there.
 *
 * @throws HttpError 413 or 408, and 400 where the client stopped in the midst; what `use` throws
 */
export function readWhole<T>(
  stream: Readable,
  limits: WholeLimits,
  declared: string | undefined,
  use: (bytes: Buffer) => T,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLarge = (): HttpError => new HttpError(413, `the request body is larger than ${limits.body} bytes`);
    if (limits.body > 0 && declared !== undefined && Number(declared) > limits.body) {
      reject(tooLarge());
      return;
    }
    let begun: Buffer | undefined;
    let more: Buffer[] | undefined;
    let length = 0;
    let isSettled = false;
    const fail = (error: HttpError): void => {
      if (!settled()) return;
      stream.pause();
      reject(error);
    };
    const late = (): void => fail(new HttpError(408, 'the request body did not arrive in time'));
    const stopClock = limits.wholeBody > 0 ? deadline(limits.wholeBody, late) : undefined;
    const settled = (): boolean => {
      if (isSettled) return false;
      isSettled = true;
      stopClock?.();
      return true;
    };
    // The listeners stay: what comes late is dropped, and must not end the process.
    stream.on('data', (chunk: Buffer) => {
      if (isSettled) return;
      // Nearly all bodies are of one piece.
      if (begun === undefined) begun = chunk;
      else (more ??= [begun]).push(chunk);
      length += chunk.length;
      if (limits.body > 0 && length > limits.body) fail(tooLarge());
    });
    stream.on('end', () => {
      if (!settled()) return;
      try {
        resolve(use(more === undefined ? (begun ?? Buffer.alloc(0)) : Buffer.concat(more, length)));
      } catch (error) {
        reject(error as Error);
      }
    });
    stream.on('close', () => isSettled || fail(new HttpError(400, 'the request body is cut off')));
    stream.on('error', (error) =>
      fail(error instanceof HttpError ? error : new HttpError(400, 'the request body cannot be read')),
    );
  });
}
