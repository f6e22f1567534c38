/**
 * Lets one process at a time write into an output folder.
 *
 * Each process puts down a lock of its own name and then looks whether others lie there, instead of all fighting for
 * one name: the lock of a dead process can then be removed without the risk of removing a living one's.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { LadingError } from '../diagnostics/index.js';
import { codeOf, onDisk } from './failure.js';
import type { OutputRoot } from './output-root.js';
import { workFolder } from './safe-path.js';

interface Owner {
  readonly pid: number;
  /** When the process started, as its system counts; 0 where that cannot be asked. */
  readonly started: number;
  readonly host: string;
}

const ATTEMPTS = 4;
const held = new Set<string>();

/**
 * Runs a step that nobody else may run in this folder at the same time.
 *
 * @throws LadingError WRITE_BUSY when another process does
 */
export async function withLock<T>(root: OutputRoot, step: () => Promise<T>): Promise<T> {
  const self = ourselves();
  if (held.has(root.path)) throw busy(root, self);
  held.add(root.path);
  try {
    await acquire(root, self);
    try {
      return await step();
    } finally {
      release(root, self);
    }
  } finally {
    held.delete(root.path);
  }
}

/** Throws WRITE_BUSY when a living process writes into the folder; for those who only read it. */
export function assertNotLocked(root: OutputRoot): void {
  const self = ourselves();
  if (held.has(root.path)) throw busy(root, self);
  const owner = others(root, self).find(isAlive);
  if (owner !== undefined) throw busy(root, owner);
}

async function acquire(root: OutputRoot, self: Owner): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    putDown(root, self);
    const owner = others(root, self).find((other) => isAlive(other) || remove(root, other));
    if (owner === undefined) return;
    release(root, self);
    // Two that started at the same moment both step back; only chance can let one of them pass.
    if (attempt === ATTEMPTS) throw busy(root, owner);
    await sleep(10 + Math.random() * 40);
  }
}

function putDown(root: OutputRoot, self: Owner): void {
  onDisk(root.path, () => {
    for (;;) {
      root.forget();
      try {
        // Whoever ends removes the folder: it may be gone between any two of these steps, then they start over.
        if (root.kind(`${workFolder}/lock`) === 'absent') mkdirSync(root.at(workFolder), { recursive: true });
        // A lock of the same name is our own, or one of a dead process whose number we were given.
        return writeFileSync(root.at(nameOf(self)), '');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') continue;
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
    // Another process is there too, or a journal still waits for the next command.
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

function ourselves(): Owner {
  return { pid: process.pid, started: startOf(process.pid) ?? 0, host: safeHost() };
}

function nameOf(owner: Owner): string {
  return `${workFolder}/lock.${owner.pid}.${owner.started}.${owner.host}`;
}

/** A process of another machine counts as alive: nobody here can tell. */
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

/** When a process started; -1 when it is dead and only waits to be buried; undefined where there is no /proc. */
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
    remedy: `Wait for it; if there is no such process any more, delete ${nameOf(owner)}`,
  });
}
