/** `node:child_process` for a run of the tests with the paths of Windows: the paths that a program is given have slashes. */
import child_process from 'node:child_process';

type ProgramFunction = (...args: readonly unknown[]) => unknown;

function taking(original: ProgramFunction): ProgramFunction {
  return (...args) => original(...args.map(slashed));
}

/** Replaces the separators of absolute paths: in arguments, and in the options, the folder and every variable. */
function slashed(value: unknown): unknown {
  if (typeof value === 'string') return /^\\\w/.test(value) ? value.replaceAll('\\', '/') : value;
  if (Array.isArray(value)) return value.map(slashed);
  if (typeof value !== 'object' || value === null) return value;
  const { cwd, env } = value as child_process.SpawnOptions;
  const variables = env && Object.entries(env).map(([name, variable]) => [name, slashed(variable)]);
  return { ...value, ...(cwd && { cwd: slashed(cwd) }), ...(variables && { env: Object.fromEntries(variables) }) };
}

const of = <T>(original: T): T => taking(original as ProgramFunction) as T;

export const spawn = of(child_process.spawn);
export const spawnSync = of(child_process.spawnSync);
export const execSync = of(child_process.execSync);
export const execFile = of(child_process.execFile);
export const execFileSync = of(child_process.execFileSync);
/** A command line is also sent to a program that runs: the folder, and its arguments. */
export const fork = ((...args: readonly unknown[]) => {
  const child = (child_process.fork as ProgramFunction)(...args.map(slashed)) as child_process.ChildProcess;
  const send = child.send.bind(child) as ProgramFunction;
  child.send = ((message: object, ...more: readonly unknown[]) => {
    const entries = Object.entries(message).map(([name, value]) => [name, slashed(value)]);
    return send(Object.fromEntries(entries), ...more);
  }) as typeof child.send;
  return child;
}) as typeof child_process.fork;
