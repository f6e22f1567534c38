/** Renames files also where another program has just opened one, such as a virus scanner of Windows. */
import { renameSync } from 'node:fs';
import { codeOf } from './failure.js';

/** How long to wait before each further attempt, in milliseconds. */
const waits = [10, 20, 40, 80, 160, 320, 640];

/** Renames a file; an existing one is replaced. */
export function renameFile(from: string, to: string): void {
  retryWhileOpen(() => renameSync(from, to));
}

/** Runs an operation that fails on Windows while another program has the file open, at most eight times. */
export function retryWhileOpen(operation: () => void, platform: NodeJS.Platform = process.platform): void {
  for (const wait of platform === 'win32' ? waits : []) {
    try {
      operation();
      return;
    } catch (error) {
      if (!['EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    }
  }
  operation();
}
