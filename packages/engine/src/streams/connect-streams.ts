/** Connects the streams of a client with those of a process. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { DetachDetector } from './detach-keys.js';
import type { Input } from './input.js';

export interface InputCopy {
  /** Whether the process sees the end of the client's input. */
  readonly forwardsEnd: boolean;
  /** The keys that end the connection; none without a terminal. */
  readonly detachKeys?: readonly number[] | undefined;
}

/** Copies the client's input to the process. @returns whether the client sent the detach keys */
export async function copyInput(stdin: Readable, input: Input, options: InputCopy): Promise<boolean> {
  const detector = options.detachKeys && new DetachDetector(options.detachKeys);
  try {
    for await (const chunk of stdin) {
      const { data, isDetached } = detector?.feed(chunk as Buffer) ?? { data: chunk as Buffer, isDetached: false };
      input.write(data);
      if (isDetached) return true;
    }
  } catch {
    // A connection error ends the input.
  }
  if (options.forwardsEnd) input.end();
  return false;
}

/** Writes to a stream, and waits until it drains if the client does not read. */
export async function writeTo(stream: Writable, data: Uint8Array): Promise<void> {
  if (stream.destroyed || stream.write(data)) return;
  await Promise.race([once(stream, 'drain'), once(stream, 'close')]).catch(() => undefined);
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
