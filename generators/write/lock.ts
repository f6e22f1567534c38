/**
 * The lock of an output folder, into which only one process may write at a time.
 *
 * Each process creates a lock file with a unique name and then checks for others, instead of competing for one name. The
 * lock of a dead process can then be removed without the risk of removing that of a living one.
 */
import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { LadingError } from '../diagnostics/index.js';
import { codeOf, onDisk } from './failure.js';
import { createFolder } from './folders.js';
import type { OutputRoot } from './output-root.js';
import { workFolder } from './safe-path.js';

interface Owner {
  readonly pid: number;
  /** The start time of the process in the unit of its system; 0 if it is unknown. */
  readonly started: number;
  readonly host: string;
}

const ATTEMPTS = 4;
/** How often other processes may remove the folder between its creation and that of the lock. */
const RACES = 100;
const held = new Set<string>();

/**
 * Runs an action that no other process may run in this folder at the same time.
 *
 * @throws LadingError WRITE_BUSY if another process holds the lock
 */
export async function withLock<T>(root: OutputRoot, action: () => Promise<T>): Promise<T> {
  const self = thisProcess();
  if (held.has(root.path)) throw busy(root, self);
  held.add(root.path);
  try {
    await acquire(root, self);
    try {
      return await action();
    } finally {
      release(root, self);
    }
  } finally {
    held.delete(root.path);
  }
}

/** Throws WRITE_BUSY if a living process writes into the folder; for commands that only read it. */
export function assertNotLocked(root: OutputRoot): void {
  const self = thisProcess();
  if (held.has(root.path)) throw busy(root, self);
  const owner = others(root, self).find(isAlive);
  if (owner !== undefined) throw busy(root, owner);
}

async function acquire(root: OutputRoot, self: Owner): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    createLock(root, self);
    const owner = others(root, self).find((other) => isAlive(other) || remove(root, other));
    if (owner === undefined) return;
    release(root, self);
    // Processes that started at the same time all release their locks; a random delay lets one of them succeed.
    if (attempt === ATTEMPTS) throw busy(root, owner);
    await sleep(10 + Math.random() * 40);
  }
}

function createLock(root: OutputRoot, self: Owner): void {
  onDisk(root.path, () => {
    for (let race = 1; ; race++) {
      root.forget();
      try {
        // Another process that finishes removes the folder, possibly between these two calls: then they are repeated.
        if (root.kind(`${workFolder}/lock`) === 'absent') createFolder(root.at(workFolder));
        // A lock of the same name is our own, or that of a dead process whose number was reused.
        return writeFileSync(root.at(nameOf(self)), '');
      } catch (error) {
        if (codeOf(error) === 'ENOENT' && race < RACES) continue;
        removeFolder(root);
        throw error;
      }
    }
  });
}

function release(root: OutputRoot, self: Owner): void {
  remove(root, self);
  removeFolder(root);
  root.forget();
}

function removeFolder(root: OutputRoot): void {
  try {
    rmdirSync(root.at(workFolder));
  } catch {
    // Another process uses the folder too, or a journal remains for the next command.
  }
}

function remove(root: OutputRoot, owner: Owner): false {
  onDisk(root.path, () => rmSync(root.at(nameOf(owner)), { force: true }));
  return false;
}

function others(root: OutputRoot, self: Owner): Owner[] {
  if (root.kind(`${workFolder}/lock`) === 'absent' && root.kind(workFolder) !== 'folder') return [];
  return onDisk(root.path, () => namesIn(root)).flatMap((name) => {
    const [, pid, started, host] = /^lock\.(\d{1,10})\.(\d{1,20})\.([\w-]{1,64})$/.exec(name) ?? [];
    if (pid === undefined || started === undefined || host === undefined) return [];
    const owner = { pid: Number(pid), started: Number(started), host };
    return nameOf(owner) === nameOf(self) ? [] : [owner];
  });
}

function namesIn(root: OutputRoot): string[] {
  try {
    return readdirSync(root.at(workFolder));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function thisProcess(): Owner {
  return { pid: process.pid, started: startOf(process.pid) ?? 0, host: safeHost() };
}

function nameOf(owner: Owner): string {
  return `${workFolder}/lock.${owner.pid}.${owner.started}.${owner.host}`;
}

/** Tells whether a process is alive. A process of another machine is assumed to be. */
function isAlive(owner: Owner): boolean {
  if (owner.host !== safeHost()) return true;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const started = startOf(owner.pid);
  return started === undefined || owner.started === 0 || started === owner.started;
}

/** Returns the start time of a process; -1 for a zombie; undefined if there is no /proc. */
function startOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? -1 : Number(fields[19]);
  } catch {
    return undefined;
  }
}

function safeHost(): string {
  return (
    hostname()
      .replace(/[^\w-]/g, '-')
      .slice(0, 64) || 'host'
  );
}

function busy(root: OutputRoot, owner: Owner): LadingError {
  return new LadingError({
    code: 'WRITE_BUSY',
    subject: `process ${owner.pid} of ${owner.host} is writing into the output folder`,
    place: root.path,
    remedy: `Wait for it; if the process no longer exists, delete ${nameOf(owner)}`,
  });
}
