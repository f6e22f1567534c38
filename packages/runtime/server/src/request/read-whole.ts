/** Reads a body to its end, within bounds of size and time. */
import type { Readable } from 'node:stream';
import { HttpError } from '../error/index.js';
import { deadline } from './deadline.js';

export interface WholeLimits {
  readonly body: number;
  readonly wholeBody: number;
}

/** @throws HttpError 413 or 408, and 400 where the client stopped in the midst */
export function readWhole(stream: Readable, limits: WholeLimits, declared: string | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = (): HttpError => new HttpError(413, `the request body is larger than ${limits.body} bytes`);
    if (limits.body > 0 && declared !== undefined && Number(declared) > limits.body) {
      reject(tooLarge());
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const stopClock =
      limits.wholeBody > 0
        ? deadline(limits.wholeBody, () => settle(new HttpError(408, 'the request body did not arrive in time')))
        : undefined;
    let isSettled = false;
    // The listeners stay: what comes late is dropped, and must not end the process.
    const settle = (error?: unknown): void => {
      if (isSettled) return;
      isSettled = true;
      stopClock?.();
      if (error === undefined) resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
      else {
        stream.pause();
        reject(error as Error);
      }
    };
    const onData = (chunk: Buffer): void => {
      if (isSettled) return;
      chunks.push(chunk);
      length += chunk.length;
      if (limits.body > 0 && length > limits.body) settle(tooLarge());
    };
    stream.on('data', onData);
    stream.on('end', () => settle());
    stream.on('close', () => isSettled || settle(new HttpError(400, 'the request body is cut off')));
    stream.on('error', (error) =>
      settle(error instanceof HttpError ? error : new HttpError(400, 'the request body cannot be read')),
    );
  });
}
