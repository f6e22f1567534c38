/** Lets the file system fail at a chosen call: with an error once, or for good, as when the process dies there. */
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
  /** The number of the changing call that fails, from 1; beyond the last call nothing fails. */
  readonly at: number;
  /** An error code that this one call fails with; without it, this call and all after it fail: the process is dead. */
  readonly code?: string;
}

/** Runs a step with a fault and tells how many changing calls there were; what the step throws is swallowed. */
export async function withFault(fault: Fault, step: () => Promise<unknown>): Promise<number> {
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
    await step();
  } catch {
    // The process is dead, or told of its error.
  } finally {
    for (const [name, original] of originals) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
  return calls;
}
