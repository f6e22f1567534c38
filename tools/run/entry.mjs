// The start of the programs of tools/: prints the usage on --help, and tells a program from a module that another one imports.
import { realpathSync } from 'node:fs';

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

/** Whether Node runs this module, and no other that imports it. @param {ImportMeta} meta */
export const isProgram = ({ filename }) => process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename;
