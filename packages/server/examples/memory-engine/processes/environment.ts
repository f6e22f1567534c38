/** The environment variables of processes. */
import type { ContainerConfig } from '@lading/types-v1.44';
import { splitOnce } from './process.js';

export const defaultPath = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Returns the environment of the first process of a container. */
export function environmentOf({ Env, Hostname, Tty }: ContainerConfig): string[] {
  const defaults = [defaultPath, `HOSTNAME=${Hostname}`, ...(Tty ? ['TERM=xterm'] : [])];
  return withHome(overridden(defaults, Env ?? []));
}

/** Returns the environment of an exec: that of the first process, overridden by the request's. */
export function execEnvironmentOf(config: ContainerConfig, given: readonly string[]): string[] {
  return withHome(overridden(environmentOf(config), given));
}

/** Applies entries to an environment. An entry without `=` removes an inherited variable. */
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
