/** Text of an engine or a registry → text that does nothing to a terminal. */

// Whole sequences go, or their tails would be left as letters: CSI, then OSC and its kin up to their end, then two bytes.
const sequences =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;

// What is left of control characters, and those that turn the direction of writing round.
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * One line of it. Colours, movements of the cursor, titles and all other control characters are left out, a tab is a
 * space; of a line that was overwritten by carriage returns the last writing is kept.
 */
export function harmless(line: string): string {
  const last = line.replace(/\r+$/, '').replace(/^.*\r/s, '');
  return last.replace(sequences, '').replaceAll('\t', ' ').replace(controls, '');
}
