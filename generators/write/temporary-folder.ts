/** Folders of a run, removed when the run ends: also by a signal. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from '../document/path.js';
import { onDisk } from './failure.js';

const folders = new Set<string>();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let isPrepared = false;

/** Creates a folder with a name that begins with this one. @throws WRITE_FAILED */
export function createTemporaryFolder(name: string): string {
  const parent = tmpdir();
  const folder = onDisk(`${parent}, the folder for temporary files: see TMPDIR`, () => mkdtempSync(join(parent, name)));
  folders.add(folder);
  prepare();
  return folder;
}

/** Removes a folder of {@link createTemporaryFolder}. A failure is ignored: the result of the run does not depend on it. */
export function removeTemporaryFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  } catch {
    // The end of the run tries again, and the system removes temporary files some day.
  }
}

function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  process.once('exit', removeAll);
  for (const signal of signals) {
    const end = () => {
      // A command that ends by itself after a signal removes its folders then.
      if (process.listenerCount(signal) > 1) return;
      removeAll();
      process.off(signal, end);
      process.kill(process.pid, signal);
    };
    process.on(signal, end);
  }
}

function removeAll(): void {
  for (const folder of folders) removeTemporaryFolder(folder);
}
