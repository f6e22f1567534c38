/** Waits for the end of a program that serves. */
import type { ProgramContext } from '@lading/engine';

/** @param signals those that end the program @returns the name of the signal; undefined if the process was killed */
export function untilStopped(context: ProgramContext, signals = ['TERM', 'INT', 'QUIT']): Promise<string | undefined> {
  return new Promise((resolve) => {
    for (const signal of signals) context.on(signal, () => resolve(signal));
    if (context.signal.aborted) resolve(undefined);
    context.signal.addEventListener('abort', () => resolve(undefined));
  });
}

/** Returns the first address of the container's network, which is that of the machine. */
export function gatewayOf({ addresses: [address = '172.17.0.2'] }: ProgramContext): string {
  return address.replace(/\.\d+$/, '.1');
}
