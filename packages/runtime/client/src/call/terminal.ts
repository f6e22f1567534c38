/** Determines whether output is from a terminal: newer engines say so in the media type, older ones have to be asked. */
import { compareVersions } from '@lading/runtime-wire';
import type { ResponseHead } from './operation.js';

/** Whether there is a terminal by the media type of a response; undefined if that does not say. */
export function terminalOf(version: string, { headers }: ResponseHead): boolean | undefined {
  const type = headers['content-type'];
  if (type === 'application/vnd.docker.multiplexed-stream') return false;
  return type === 'application/vnd.docker.raw-stream' && hasTerminalMediaTypes(version) ? true : undefined;
}

/** Whether media types distinguish output of terminals, which they do from 1.42 on. */
export function hasTerminalMediaTypes(version: string): boolean {
  return compareVersions(version, '1.42') >= 0;
}

/** Where an engine says whether a resource has a terminal: what follows the path of the resource, and the field. */
const terminalFields: Readonly<Record<string, readonly [suffix: string, ...field: string[]]>> = {
  containers: ['/json', 'Config', 'Tty'],
  exec: ['/json', 'ProcessConfig', 'tty'],
  services: ['', 'Spec', 'TaskTemplate', 'ContainerSpec', 'TTY'],
  tasks: ['', 'Spec', 'ContainerSpec', 'TTY'],
};

/** Asks the engine. If that does not say, assumes no terminal, as most containers have none. */
export async function askTerminal(path: string, get: (path: string) => Promise<unknown>): Promise<boolean> {
  const [resource = '', kind = ''] = /^\/(containers|exec|services|tasks)\/[^/]+/.exec(path) ?? [];
  const [suffix, ...field] = terminalFields[kind] ?? [];
  if (suffix === undefined) return false;
  let value = await get(resource + suffix);
  for (const name of field) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value === true;
}
