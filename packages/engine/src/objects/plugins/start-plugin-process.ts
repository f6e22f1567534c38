/** Starts the program of a plugin. */
import { NotFound, ServerError } from '@lading/server-v1.44';
import {
  StartFailure,
  type ContainerRuntime,
  type ProcessSettings,
  type RunningProcess,
} from '../../ports/container-runtime.js';

/** @throws NotFound, ServerError if the program of a plugin cannot be started */
export function startPluginProcess(runtime: ContainerRuntime, settings: ProcessSettings): RunningProcess {
  if (settings.command.length === 0)
    throw taskFailure('OCI runtime create failed: runc create failed: args must not be empty: unknown');
  try {
    return runtime.start(settings);
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    const failure = taskFailure(error.message);
    throw error.exitCode === 127 ? new NotFound(failure.message) : failure;
  }
}

function taskFailure(message: string): ServerError {
  return new ServerError(`failed to create task for container: failed to create shim task: ${message}`);
}
