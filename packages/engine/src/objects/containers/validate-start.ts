/** Rejects settings that engines accept when a container is created, and that no process can start with. */
import { ServerError } from '@lading/server-v1.44';
import type { Ulimit } from '@lading/types-v1.44';
import type { Container } from './container.js';

/** The limits of the kernel, in the order of their numbers. */
const limits = [
  ...['cpu', 'fsize', 'data', 'stack', 'core', 'rss', 'nproc', 'nofile', 'memlock', 'as', 'locks', 'sigpending'],
  ...['msgqueue', 'nice', 'rtprio', 'rttime'],
];

/** @throws ServerError */
export function validateStart({ host: { networkMode, others } }: Container): void {
  const sysctls = Object.keys((others['Sysctls'] ?? {}) as Record<string, string>);
  const ofNetwork = networkMode === 'host' ? sysctls.find((name) => name.startsWith('net.')) : undefined;
  if (ofNetwork !== undefined) throw runtimeFailure(`sysctl "${ofNetwork}" not allowed in host network namespace`);
  for (const { Name = '', Soft = 0, Hard = 0 } of (others['Ulimits'] ?? []) as readonly Partial<Ulimit>[])
    if (Hard >= 0 && (Soft < 0 || Soft > Hard))
      throw runtimeFailure(
        `unable to start container process: error during container init: error setting rlimits for ready process: error setting rlimit type ${limits.indexOf(Name)}: invalid argument`,
      );
}

function runtimeFailure(reason: string): ServerError {
  return new ServerError(
    `failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: ${reason}: unknown`,
  );
}
