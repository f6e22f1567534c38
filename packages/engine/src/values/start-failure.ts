/** Why a container does not start, in the words of engines. */
import type { StartFailure } from '../ports/container-runtime.js';

/** Whether the engine itself finds the reason, before it asks for a process. */
export function isUnknownUser({ message }: Error): boolean {
  return /^(unable to find (user|group)|uids and gids) /i.test(message);
}

export function startFailureText(error: StartFailure): string {
  return isUnknownUser(error)
    ? error.message
    : `failed to create task for container: failed to create shim task: ${error.message}`;
}

/** Why an additional command of a running container does not start. */
export function execFailureText({ message }: StartFailure): string {
  return message.replace(/^OCI runtime create failed: runc create failed/, 'OCI runtime exec failed: exec failed');
}
