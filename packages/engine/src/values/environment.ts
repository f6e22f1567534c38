/** The environment variables of processes. */

/** The settings of a container on which the environment depends. */
export interface EnvironmentSettings {
  readonly environment: readonly string[];
  readonly hostname: string;
  readonly hasTerminal: boolean;
}

const defaultPath = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Returns the environment of the first process of a container.
 *
 * @param linked the variables of its links
 */
export function environmentOf(
  { environment, hostname, hasTerminal }: EnvironmentSettings,
  linked: readonly string[] = [],
): string[] {
  const defaults = [defaultPath, `HOSTNAME=${hostname}`, ...(hasTerminal ? ['TERM=xterm'] : []), ...linked];
  return overridden(defaults, environment);
}

/** Returns the environment of an exec: that of the first process, overridden by the request's. */
export function execEnvironmentOf(settings: EnvironmentSettings, given: readonly string[]): string[] {
  return overridden(environmentOf(settings), given);
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

/** Splits `NAME=value` into name and value. */
export function splitOnce(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
