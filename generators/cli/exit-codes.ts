/** What the process ends with. */
export const exitCodes = {
  done: 0,
  /** A problem of the input or the disk: nothing was written. */
  problem: 1,
  usage: 2,
  /** `generate --check`: files are stale, missing or left over. `lint`: there are errors. The like of other commands. */
  findings: 3,
  /** `diff --fail-on`: there are changes of the kind that was named. */
  breaking: 4,
} as const;
