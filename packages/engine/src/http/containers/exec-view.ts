/** Describes an exec in responses. */
import type { ExecInspectResponse } from '@lading/types-v1.44';
import type { Exec } from '../../objects/execs/exec-service.js';

export function execResponse({
  id,
  container,
  settings,
  process,
  pid,
  exitCode,
  detachKeys,
}: Exec): ExecInspectResponse {
  const [entrypoint = '', ...words] = settings.command;
  return {
    ID: id,
    ContainerID: container.id,
    Running: process !== undefined,
    ExitCode: process === undefined ? exitCode : null,
    Pid: pid,
    CanRemove: false,
    DetachKeys: detachKeys,
    OpenStdin: settings.attachesInput,
    OpenStdout: settings.attachesOutput,
    OpenStderr: settings.attachesErrors,
    ProcessConfig: {
      entrypoint,
      arguments: words,
      tty: settings.hasTerminal,
      privileged: settings.isPrivileged,
      ...(settings.user && { user: settings.user }),
    },
  };
}
