/** Runs the command in the process of the test, which saves starting another one. */
import { vi } from 'vitest';
import { main } from '../src/main.js';

interface Ended {
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param words arguments with which the command ends */
export async function bridgeHere(...words: readonly string[]): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  const streams = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => (printed[name] += String(text)) !== ''),
  );
  try {
    return { status: await main(words), ...printed };
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}
