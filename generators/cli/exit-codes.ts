/** The exit codes of the process. */
export const exitCodes = {
  done: 0,
  /** An error in the input or on the disk: nothing was written. */
  problem: 1,
  usage: 2,
  /** `generate --check`: files are stale, missing or left over. `lint`: there are errors. Likewise for other commands. */
  findings: 3,
  /** `diff --fail-on`: there are changes of the given kind. */
  breaking: 4,
} as const;
