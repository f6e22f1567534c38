/** How the run of a container ended. */

export interface RunResult {
  readonly id: string;
  readonly exitCode: number;
  /** Empty where a stream took it. */
  readonly stdout: string;
  readonly stderr: string;
}
