// What the programs of tools/ begin with: their usage on --help, and what to run first where something is not built.

/**
 * Prints the usage and ends the process where the command line asks for help.
 *
 * @param {string} text
 */
export function usage(text) {
  if (!asksForHelp()) return;
  process.stdout.write(`${text.trim()}\n`);
  process.exit(0);
}

/**
 * Runs a program that has to be built. Where it is not, `--help` prints the usage, and anything else says what to run.
 *
 * @param {{ readonly name: string, readonly usage: string, readonly build: string }} program `build`: the Nx target
 * @param {() => Promise<unknown>} load imports the built program
 */
export async function runBuilt({ name, usage: text, build }, load) {
  try {
    await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    usage(`${text.trim()}\n\nAll options: npm ci && npx nx run ${build}, and this again.`);
    process.stderr.write(`${name} is not built: ${error.message}\nRun first: npm ci && npx nx run ${build}\n`);
    process.exitCode = 1;
  }
}

function asksForHelp() {
  return process.argv.includes('--help') || process.argv.includes('-h');
}
