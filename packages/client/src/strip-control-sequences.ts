/** Removes control sequences from strings that engines and registries send, before they reach a terminal. */

// Matches whole sequences, whose tails would otherwise remain as letters: CSI; OSC and similar ones up to their
// terminator; two-byte sequences.
const sequences =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;

// Matches all other control characters, and those that change the writing direction.
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Strips a line of colours, cursor movements, titles and all other control characters, and replaces tabs by spaces. If
 * carriage returns overwrote the line, the part after the last one remains.
 */
export function stripControlSequences(line: string): string {
  const last = line.replace(/\r+$/, '').replace(/^.*\r/s, '');
  return last.replace(sequences, '').replaceAll('\t', ' ').replace(controls, '');
}
