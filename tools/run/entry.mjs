// The start of the programs of tools/: prints the usage on --help.

/**
 * Prints the usage and ends the process if the command line requests help.
 *
 * @param {string} text
 */
export function usage(text) {
  if (!process.argv.includes('--help') && !process.argv.includes('-h')) return;
  process.stdout.write(`${text.trim()}\n`);
  process.exit(0);
}
