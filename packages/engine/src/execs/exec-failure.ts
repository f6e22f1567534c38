/** Why an additional command of a running container cannot be started. */
import type { StartFailure } from '../ports/container-runtime.js';

export function execFailureText({ message }: StartFailure): string {
  return message.replace(/^OCI runtime create failed: runc create failed/, 'OCI runtime exec failed: exec failed');
}
