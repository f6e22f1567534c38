// The start of the programs of tools/: prints the usage on --help, and states what to run first if something is not built.
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

/**
 * Runs a program that has to be built. If it is not built, `--help` prints the usage, and other invocations state what to
 * run first.
 *
 * @param {{ readonly name: string, readonly usage: string, readonly build: string }} program `build`: the Nx target
 * @param {() => Promise<unknown>} load imports the built program
 */
export async function runBuilt({ name, usage: text, build }, load) {
  try {
    await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    usage(`${text.trim()}\n\nAll options: npm ci && npx nx run ${build}, then run this again.`);
    process.stderr.write(`${name} is not built: ${error.message}\nRun first: npm ci && npx nx run ${build}\n`);
    process.exitCode = 1;
  }
}

/** Whether Node runs this module, and no other that imports it. @param {ImportMeta} meta */
export const isProgram = ({ filename }) => process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename;
