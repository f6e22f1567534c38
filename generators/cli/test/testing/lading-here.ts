/** Runs a command line in the process of the test, which saves starting another one. */
import { vi } from 'vitest';
import { main } from '../../main.js';

export interface Ended {
  readonly status: number;
  /** What the command printed, to either stream. */
  readonly output: string;
}

/** Paths have to be absolute: the working folder is that of the tests. */
export async function ladingHere(...args: readonly string[]): Promise<Ended> {
  const printed: string[] = [];
  const write = (text: string | Uint8Array) => printed.push(String(text)) > 0;
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(write));
  try {
    return { status: await main(args), output: printed.join('') };
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}
