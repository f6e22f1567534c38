/** The error for a container that `run` could not remove. */
import { LadingClientError } from '@lading/runtime-client';
import type { RunResult } from './run-result.js';

/** The container still exists; `cause` says why. Code: `NOT_REMOVED`. */
export class RemovalError extends LadingClientError {
  /** The container's ID from the engine; if that is not known, the requested name, or an empty string. */
  readonly id: string;
  /** How the run ended, if it did. */
  readonly result: RunResult | undefined;

  constructor(id: string, result: RunResult | undefined, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super('NOT_REMOVED', `Container ${id || '(of unknown name)'} could not be removed: ${why}`, { cause });
    this.id = id;
    this.result = result;
  }
}
