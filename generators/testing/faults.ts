/** Makes the file system fail at a chosen call: once with an error, or from then on, as if the process died there. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const names = [
  'mkdirSync',
  'writeFileSync',
  'openSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'mkdtempSync',
  'cpSync',
  'unlinkSync',
] as const;

interface Fault {
  /** The number of the changing call that fails, starting with 1; after the last call nothing fails. */
  readonly at: number;
  /** The error code of this one call; without it, this call and all later ones fail, as in a dead process. */
  readonly code?: string;
  /** Which paths count. @default all */
  readonly isMeant?: (path: string) => boolean;
  /** Called with the name of the function that fails first. */
  readonly onFault?: (name: string) => void;
}

/** Runs an action with a fault and returns the number of changing calls. Errors of the action are ignored. */
export async function withFault(fault: Fault, action: () => Promise<unknown>): Promise<number> {
  const originals = names.map((name) => [name, fs[name]] as const);
  let calls = 0;
  let isWriting = false;
  const read = new Set<unknown>();
  const opened = (open: (...given: never[]) => unknown, given: readonly unknown[]) => {
    const handle = Reflect.apply(open, fs, given);
    read.add(handle);
    return handle;
  };
  for (const [name, original] of originals) {
    const failing = (...given: readonly unknown[]): unknown => {
      // Node itself opens and closes the files that it reads.
      if (name === 'openSync' && ['r', undefined, 0].includes(given[1] as string)) return opened(original, given);
      if (name === 'closeSync' && read.delete(given[0])) return Reflect.apply(original, fs, given);
      if (isWriting || fault.isMeant?.(String(given[0])) === false) return Reflect.apply(original, fs, given);
      calls++;
      const due = fault.code === undefined ? calls >= fault.at : calls === fault.at;
      if (!due) return Reflect.apply(original, fs, given);
      if (calls === fault.at) fault.onFault?.(name);
      // What was written before the fault remains; Node itself opens and closes the file.
      isWriting = true;
      try {
        if (name === 'writeFileSync' && calls === fault.at) Reflect.apply(original, fs, halved(given));
      } finally {
        isWriting = false;
      }
      throw Object.assign(new Error(`${fault.code ?? 'EDEAD'}: fault, ${name}`), { code: fault.code ?? 'EDEAD' });
    };
    Object.assign(fs, { [name]: failing });
  }
  syncBuiltinESMExports();
  try {
    await action();
  } catch {
    // The fault was thrown, or reported as an error.
  } finally {
    for (const [name, original] of originals) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
  return calls;
}

function halved([file, data, ...options]: readonly unknown[]): readonly unknown[] {
  const bytes = Buffer.from(data as string);
  return [file, bytes.subarray(0, bytes.length / 2), ...options];
}
