/** The result of `run`. */

export interface RunResult {
  readonly id: string;
  readonly exitCode: number;
  /** Empty if a stream received the output. */
  readonly stdout: string;
  readonly stderr: string;
}
