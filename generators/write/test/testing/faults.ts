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
] as const;

interface Fault {
  /** The number of the changing call that fails, starting with 1; after the last call nothing fails. */
  readonly at: number;
  /** The error code of this one call; without it, this call and all later ones fail, as in a dead process. */
  readonly code?: string;
}

/** Runs an action with a fault and returns the number of changing calls. Errors of the action are ignored. */
export async function withFault(fault: Fault, action: () => Promise<unknown>): Promise<number> {
  const originals = names.map((name) => [name, fs[name]] as const);
  let calls = 0;
  for (const [name, original] of originals) {
    const failing = (...given: readonly unknown[]): unknown => {
      calls++;
      const due = fault.code === undefined ? calls >= fault.at : calls === fault.at;
      if (due) throw Object.assign(new Error(`${name}: fault`), { code: fault.code ?? 'EDEAD' });
      return Reflect.apply(original, fs, given);
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
