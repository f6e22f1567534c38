/** Warns of files of the machine that a container would see on a real engine. */
import { readdirSync, statSync } from 'node:fs';
import type { MountRecord } from '../../state/container-record.js';

export function bindWarnings(mounts: readonly MountRecord[]): string[] {
  return mounts
    .filter(({ type, source }) => type === 'bind' && hasContent(source))
    .map(
      ({ source }) =>
        `lading: the container does not see ${source} of the machine: copy it into the container before its start (docker cp)`,
    );
}

function hasContent(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFile() || (found.isDirectory() && readdirSync(path).length > 0);
  } catch {
    return false;
  }
}
