/** Determines whether output is from a terminal: newer engines say so in the media type, older ones have to be asked. */
import type { ResponseHead } from './operation.js';

/** Whether there is a terminal by the media type of a response; undefined if that does not say. */
export function terminalOf(version: string, { headers }: ResponseHead): boolean | undefined {
  const type = headers['content-type'];
  if (type === 'application/vnd.docker.multiplexed-stream') return false;
  return type === 'application/vnd.docker.raw-stream' && hasTerminalMediaTypes(version) ? true : undefined;
}

/** Whether media types distinguish output of terminals, which they do from 1.42 on. */
export function hasTerminalMediaTypes(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 42;
}

/** How to ask the engine whether a resource has a terminal. */
interface TerminalQuery {
  readonly pattern: RegExp;
  /** Returns the path that describes a resource. */
  readonly inspect: (path: string) => string;
  readonly field: readonly string[];
}

const terminalQueries: readonly TerminalQuery[] = [
  { pattern: /^\/containers\/[^/]+/, inspect: (path) => `${path}/json`, field: ['Config', 'Tty'] },
  { pattern: /^\/exec\/[^/]+/, inspect: (path) => `${path}/json`, field: ['ProcessConfig', 'tty'] },
  { pattern: /^\/services\/[^/]+/, inspect: (path) => path, field: ['Spec', 'TaskTemplate', 'ContainerSpec', 'TTY'] },
  { pattern: /^\/tasks\/[^/]+/, inspect: (path) => path, field: ['Spec', 'ContainerSpec', 'TTY'] },
];

/** Asks the engine. If that does not say, assumes no terminal, as most containers have none. */
export async function askTerminal(path: string, get: (path: string) => Promise<unknown>): Promise<boolean> {
  for (const { pattern, inspect, field } of terminalQueries) {
    const [resource] = pattern.exec(path) ?? [];
    if (resource === undefined) continue;
    let value = await get(inspect(resource));
    for (const name of field) value = (value as Record<string, unknown> | null | undefined)?.[name];
    return value === true;
  }
  return false;
}
