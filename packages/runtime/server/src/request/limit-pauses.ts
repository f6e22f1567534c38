/** Ends bodies that are streamed and no longer arrive. */
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { HttpError } from '../error/index.js';
import { deadline } from './deadline.js';

/**
 * Destroys the body, and with it the connection, if no byte arrives for `milliseconds` while there is room for more. A
 * handler that does not read in the meantime is no pause of the client.
 *
 * @param socket undefined in hosts without `node:http`, which limit pauses themselves
 */
export function limitPauses(body: Readable, socket: Socket | undefined, milliseconds: number): void {
  if (milliseconds <= 0 || socket === undefined) return;
  let received = socket.bytesRead;
  let cancel = (): void => undefined;
  const check = (): void => {
    const isWaiting = socket.bytesRead === received && body.readableLength === 0;
    received = socket.bytesRead;
    if (isWaiting) body.destroy(new HttpError(408, `no byte of the request body arrived for ${milliseconds} ms`));
    else cancel = deadline(milliseconds, check);
  };
  cancel = deadline(milliseconds, check);
  const stop = (): void => cancel();
  body.once('end', stop).once('close', stop);
}
