/** Reads a whole body, within limits of size and time. */
import type { Readable } from 'node:stream';
import { HttpError } from '../error/index.js';
import { deadline } from './deadline.js';
import type { BodyMemory } from './limits.js';

interface WholeBodyLimits {
  readonly body: number;
  readonly wholeBody: number;
  /** The memory that all requests of a server share. */
  readonly bodyMemory?: BodyMemory;
}

/** Bodies up to this many bytes are read even if all bodies together are too large. */
const smallBody = 65_536;

const resolvedPromise = Promise.resolve();

/**
 * Passes all bytes to `onBytes` as soon as the last one has arrived, and returns its result.
 *
 * @throws HttpError 413, 408, 503 if all bodies together are too large, or 400 if the body is incomplete; errors of
 * `onBytes`
 */
export function readWhole<T>(
  stream: Readable,
  limits: WholeBodyLimits,
  declared: string | undefined,
  onBytes: (bytes: Buffer) => T,
): Promise<T> {
  if (isTooLarge(Number(declared), limits)) return Promise.reject(tooLarge(limits));
  // Small bodies arrive in one packet with their head, and are available as soon as the parser has processed the
  // packet.
  return resolvedPromise.then(() => {
    if (!hasArrived(stream)) return collect(stream, limits, onBytes);
    const bytes = takeBuffered(stream);
    if (isTooLarge(bytes.length, limits)) throw tooLarge(limits);
    return onBytes(bytes);
  });
}

/** Takes all bytes that a stream holds. Since Node 26, `read` returns those of one chunk. */
export function takeBuffered(stream: Readable): Buffer {
  const chunks: Buffer[] = [];
  for (let chunk: unknown = stream.read(); Buffer.isBuffer(chunk); chunk = stream.read()) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

/** Tells whether the whole body has arrived, which only requests of `node:http` know, as long as it is unread. */
function hasArrived(stream: Readable): boolean {
  return 'complete' in stream && stream.complete === true && stream.readableFlowing === null;
}

function isTooLarge(length: number, { body }: WholeBodyLimits): boolean {
  return body > 0 && length > body;
}

function tooLarge({ body }: WholeBodyLimits): HttpError {
  return new HttpError(413, `the request body is larger than ${body} bytes`);
}

/** Collects the chunks of a body within the time limit. */
function collect<T>(stream: Readable, limits: WholeBodyLimits, onBytes: (bytes: Buffer) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isSettled = false;
    const fail = (error: HttpError): void => {
      if (!settle()) return;
      chunks.length = 0;
      stream.pause();
      reject(error);
    };
    const onTimeout = (): void => fail(new HttpError(408, 'the request body did not arrive in time'));
    const cancelDeadline = limits.wholeBody > 0 ? deadline(limits.wholeBody, onTimeout) : undefined;
    const settle = (): boolean => {
      if (isSettled) return false;
      isSettled = true;
      limits.bodyMemory?.giveBack(length);
      cancelDeadline?.();
      return true;
    };
    // The listeners stay: late chunks are dropped, and late errors must not end the process.
    stream.on('data', (chunk: Buffer) => {
      if (isSettled) return;
      chunks.push(chunk);
      length += chunk.length;
      const hasRoom = limits.bodyMemory?.take(chunk.length) ?? true;
      if (isTooLarge(length, limits)) fail(tooLarge(limits));
      else if (!hasRoom && length > smallBody)
        fail(new HttpError(503, 'there are too many large request bodies at the same time, try again'));
    });
    stream.on('end', () => {
      if (!settle()) return;
      try {
        resolve(onBytes(Buffer.concat(chunks, length)));
      } catch (error) {
        reject(error as Error);
      }
    });
    stream.on('close', () => isSettled || fail(new HttpError(400, 'the request body is incomplete')));
    stream.on('error', (error) =>
      fail(error instanceof HttpError ? error : new HttpError(400, 'the request body cannot be read')),
    );
  });
}
