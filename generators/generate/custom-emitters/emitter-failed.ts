/** Turns an error of a custom emitter into a problem with its place in the emitter. */
import { resolve } from '../../document/path.js';
import { LadingError } from '../../diagnostics/index.js';

/** @param place the file of the emitter */
export function emitterFailed(error: unknown, subject: string, place: string): LadingError {
  if (error instanceof LadingError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new LadingError({
    code: 'EMITTER_FAILED',
    subject: `${subject}: ${reason.split('\n')[0] ?? ''}`,
    place: (error instanceof Error && lineIn(`${reason}\n${error.stack ?? ''}`, place)) || place,
    remedy: 'Correct the emitter',
  });
}

/** Returns the innermost line of the stack in the file: `emitters/msw.ts:12:3`. */
function lineIn(stack: string, place: string): string | undefined {
  const lines = stack.split('\n').filter((line) => line.includes(`${resolve(place)}:`));
  const [position] = lines.flatMap((line) => /:(\d+:\d+)\)?$/.exec(line.trim())?.[1] ?? []);
  return position === undefined ? undefined : `${place}:${position}`;
}
