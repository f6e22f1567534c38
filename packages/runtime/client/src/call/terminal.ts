/** Whether output is that of a terminal: newer engines say so in the media type, older ones have to be asked. */
import type { ResponseHead } from './operation.js';

/** Whether the media type of an answer decides it at this version. */
export function terminalOf(version: string, { headers }: ResponseHead): boolean | undefined {
  const type = headers['content-type'];
  if (type === 'application/vnd.docker.multiplexed-stream') return false;
  return type === 'application/vnd.docker.raw-stream' && saysSo(version) ? true : undefined;
}

/** From 1.42 on the media type tells. */
export function saysSo(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 42;
}

interface Question {
  readonly pattern: RegExp;
  /** The path of the thing → the path that describes it. */
  readonly inspect: (path: string) => string;
  readonly field: readonly string[];
}

const questions: readonly Question[] = [
  { pattern: /^\/containers\/[^/]+/, inspect: (path) => `${path}/json`, field: ['Config', 'Tty'] },
  { pattern: /^\/exec\/[^/]+/, inspect: (path) => `${path}/json`, field: ['ProcessConfig', 'tty'] },
  { pattern: /^\/services\/[^/]+/, inspect: (path) => path, field: ['Spec', 'TaskTemplate', 'ContainerSpec', 'TTY'] },
  { pattern: /^\/tasks\/[^/]+/, inspect: (path) => path, field: ['Spec', 'ContainerSpec', 'TTY'] },
];

/** Asks the engine. What cannot be found out is no terminal, as most containers have none. */
export async function askTerminal(path: string, get: (path: string) => Promise<unknown>): Promise<boolean> {
  for (const { pattern, inspect, field } of questions) {
    const [thing] = pattern.exec(path) ?? [];
    if (thing === undefined) continue;
    let value = await get(inspect(thing));
    for (const name of field) value = (value as Record<string, unknown> | null | undefined)?.[name];
    return value === true;
  }
  return false;
}
