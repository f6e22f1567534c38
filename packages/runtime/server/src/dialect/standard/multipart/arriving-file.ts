/** The bytes of a file that is read while it arrives. */
import type { Readable } from 'node:stream';
import { HttpError } from '../../../error/index.js';
import { deadline, type ReadOptions } from '../../../request/index.js';

/**
 * Yields the bytes that have arrived and all later ones, and ends with the form.
 *
 * @param isComplete rejects if the form does not end with the file, or is malformed
 * @throws HttpError 413 beyond `limits.file`, 408 if no bytes arrive for `limits.wholeBody`
 */
export async function* arrivingFile(
  arrived: readonly Uint8Array[],
  part: Readable,
  isComplete: Promise<void>,
  { file, wholeBody }: Pick<ReadOptions, 'file' | 'wholeBody'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  const counted = (chunk: Uint8Array): Uint8Array => {
    size += chunk.length;
    if (file > 0 && size > file) throw new HttpError(413, `a file is larger than ${file} bytes`);
    return chunk;
  };
  for (const chunk of arrived) yield counted(chunk);
  const chunks = part[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const aborted = isComplete.then(() => new Promise<never>(() => undefined));
  try {
    for (;;) {
      const { done, value } = await inTime(Promise.race([chunks.next(), aborted]), wholeBody);
      if (done === true) break;
      yield counted(value);
    }
    await inTime(isComplete, wholeBody);
  } finally {
    // What nobody reads any more must not stop the parser, which also ends with the request.
    part.resume();
  }
}

/** Rejects with 408 if the promise is not settled in time. */
function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  if (milliseconds === 0) return promise;
  return new Promise((resolve, reject) => {
    const late = () => reject(new HttpError(408, 'the request body did not arrive in time'));
    const cancel = deadline(milliseconds, late);
    promise.then(resolve, reject).finally(cancel);
  });
}
