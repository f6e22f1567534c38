/** Opens a folder in which the state of an engine survives the end of its process. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from '../ports/ports.js';
import { DiskBlobs } from './disk-blobs.js';
import { LmdbStore } from './lmdb-store.js';
import { StoredFilesystem } from './stored-filesystem.js';

export interface EngineData extends Pick<Ports, 'store' | 'filesystem' | 'blobs'> {
  /** Lets other engines use the folder. */
  readonly release: () => void;
}

/** @throws Error if another engine uses the folder, or if it cannot be written */
export function openData(folder: string): EngineData {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Error(`data ${folder}: the folder cannot be created: ${(error as NodeJS.ErrnoException).code}`);
  }
  const release = lock(folder);
  const store = new LmdbStore(join(folder, 'state'));
  const blobs = new DiskBlobs(join(folder, 'blobs'));
  const filesystem = new StoredFilesystem(store, blobs);
  const owners = { container: 'containers', layer: 'layers', volume: 'volumes' } as const;
  const isOwned = (tree: string): boolean => {
    const [, kind = '', id = ''] = /^([a-z]+)\/([^]*)$/.exec(tree) ?? [];
    return !Object.hasOwn(owners, kind) || store.read(owners[kind as keyof typeof owners], id) !== undefined;
  };
  const layers = [...store.list('layers')].map(([, value]) => (value as { readonly diffId: string }).diffId);
  filesystem.removeUnused(isOwned, layers);
  return { store, blobs, filesystem, release };
}

/** @returns a function that unlocks. @throws Error if a process that runs has locked the folder */
function lock(folder: string): () => void {
  const path = join(folder, 'engine.pid');
  try {
    return create(path);
  } catch {
    const pid = Number(readFileSync(path, 'utf8'));
    if (pid !== process.pid && isRunning(pid))
      throw new Error(`data ${folder}: process ${pid} uses it: stop that engine first, or pass another folder`);
    if (pid === process.pid && locked.has(path))
      throw new Error(`data ${folder}: another engine of this process uses it: close that engine first`);
    rmSync(path, { force: true });
    return create(path);
  }
}

/** The locks of this process. */
const locked = new Set<string>();

function create(path: string): () => void {
  const file = openSync(path, 'wx');
  writeSync(file, String(process.pid));
  closeSync(file);
  locked.add(path);
  return () => {
    locked.delete(path);
    rmSync(path, { force: true });
  };
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
