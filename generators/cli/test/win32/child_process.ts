/** `node:child_process` for a run of the tests with the paths of Windows: the paths that a program is given have slashes. */
import child_process from 'node:child_process';

type ProgramFunction = (...args: readonly unknown[]) => unknown;

function taking(original: ProgramFunction): ProgramFunction {
  return (...args) => original(...args.map(slashed));
}

/** Replaces the separators of absolute paths: in arguments, and in the options. */
function slashed(value: unknown): unknown {
  if (typeof value === 'string') return /^\\\w/.test(value) ? value.replaceAll('\\', '/') : value;
  if (Array.isArray(value)) return value.map(slashed);
  if (typeof value !== 'object' || value === null || !('cwd' in value)) return value;
  return { ...value, cwd: slashed(value.cwd) };
}

const of = <T>(original: T): T => taking(original as ProgramFunction) as T;

export const spawn = of(child_process.spawn);
export const spawnSync = of(child_process.spawnSync);
export const execFile = of(child_process.execFile);
export const execFileSync = of(child_process.execFileSync);
export const fork = of(child_process.fork);
