/** What a process finds in its environment. */
import type { ContainerConfig } from '@lading/types-v1.44';
import { splitOnce } from './process.js';

export const defaultPath = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The environment of the first process of a container. */
export function environmentOf({ Env, Hostname, Tty }: ContainerConfig): string[] {
  const defaults = [defaultPath, `HOSTNAME=${Hostname}`, ...(Tty ? ['TERM=xterm'] : [])];
  return withHome(overridden(defaults, Env ?? []));
}

/** The environment of a further process: that of the first, overridden by what it was given. */
export function execEnvironmentOf(config: ContainerConfig, given: readonly string[]): string[] {
  return withHome(overridden(environmentOf(config), given));
}

/** An entry without `=` takes the variable away, if it was there before. */
function overridden(before: readonly string[], entries: readonly string[]): string[] {
  const inherited = new Set(before.map((entry) => splitOnce(entry)[0]));
  const variables = new Map(before.map((entry) => splitOnce(entry)));
  for (const entry of entries) {
    const [name, value] = splitOnce(entry);
    if (entry.includes('=')) variables.set(name, value);
    else if (inherited.has(name)) variables.delete(name);
  }
  return [...variables].map((pair) => pair.join('='));
}

function withHome(environment: readonly string[]): string[] {
  return environment.some((entry) => entry.startsWith('HOME=')) ? [...environment] : [...environment, 'HOME=/root'];
}
