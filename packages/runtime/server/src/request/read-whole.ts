/** Reads a body to its end, within bounds of size and time. */
import type { Readable } from 'node:stream';
import { HttpError } from '../error/index.js';
import type { BodyMemory } from './body-memory.js';
import { deadline } from './deadline.js';

interface WholeLimits {
  readonly body: number;
  readonly wholeBody: number;
  /** Shared by all requests of a server. */
  readonly bodyMemory?: BodyMemory;
}

/** Bodies up to this many bytes are read also when all others together are too large. */
const smallBody = 65_536;

const soon = Promise.resolve();

/**
 * Gives what `use` makes of all bytes, right when the last one is there.
 *
 * @throws HttpError 413, 408, or 503 where all bodies together are too large, and 400 where the client stopped in the midst; what `use` throws
 */
export function readWhole<T>(
  stream: Readable,
  limits: WholeLimits,
  declared: string | undefined,
  use: (bytes: Buffer) => T,
): Promise<T> {
  if (isTooLarge(Number(declared), limits)) return Promise.reject(tooLarge(limits));
  // Small bodies come in one packet with their head, and are there as soon as that has been parsed.
  return soon.then(() => {
    if (!hasArrived(stream)) return gathered(stream, limits, use);
    const bytes = (stream.read() as Buffer | null) ?? Buffer.alloc(0);
    if (isTooLarge(bytes.length, limits)) throw tooLarge(limits);
    return use(bytes);
  });
}

/** What only requests of `node:http` tell; as long as nobody has begun to read it. */
function hasArrived(stream: Readable): boolean {
  return 'complete' in stream && stream.complete === true && stream.readableFlowing === null;
}

function isTooLarge(length: number, { body }: WholeLimits): boolean {
  return body > 0 && length > body;
}

function tooLarge({ body }: WholeLimits): HttpError {
  return new HttpError(413, `the request body is larger than ${body} bytes`);
}

/** Piece by piece, and not for ever. */
function gathered<T>(stream: Readable, limits: WholeLimits, use: (bytes: Buffer) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    let isSettled = false;
    const fail = (error: HttpError): void => {
      if (!settled()) return;
      pieces.length = 0;
      stream.pause();
      reject(error);
    };
    const late = (): void => fail(new HttpError(408, 'the request body did not arrive in time'));
    const stopClock = limits.wholeBody > 0 ? deadline(limits.wholeBody, late) : undefined;
    const settled = (): boolean => {
      if (isSettled) return false;
      isSettled = true;
      limits.bodyMemory?.giveBack(length);
      stopClock?.();
      return true;
    };
    // The listeners stay: what comes late is dropped, and must not end the process.
    stream.on('data', (chunk: Buffer) => {
      if (isSettled) return;
      pieces.push(chunk);
      length += chunk.length;
      const hasRoom = limits.bodyMemory?.take(chunk.length) ?? true;
      if (isTooLarge(length, limits)) fail(tooLarge(limits));
      else if (!hasRoom && length > smallBody)
        fail(new HttpError(503, 'there are too many large request bodies at the same time, try again'));
    });
    stream.on('end', () => {
      if (!settled()) return;
      try {
        resolve(use(Buffer.concat(pieces, length)));
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
