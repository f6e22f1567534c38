/** A program: runs a module of this folder, `run-program.mjs MODULE ARGUMENTS`, or all that its parent process sends it. */
import { pathToFileURL } from 'node:url';
import { lading } from '../places.mjs';

/**
 * @typedef {{ readonly run: (args: readonly string[]) => Promise<number | void> }} Program the result is the exit code
 * @typedef {{ readonly args: readonly string[] }} Task the path of a module, and its arguments
 * @typedef {{ readonly status: number, readonly output: string, readonly seconds: number, readonly megabytes: number }} TaskResult
 *   `seconds` of processor time; `megabytes` of the process, with what earlier tasks left
 */

const [module, ...rest] = process.argv.slice(2);
if (module !== undefined) {
  // Streams that a failure left open would keep the process alive.
  process.exit(await run([module, ...rest]));
} else {
  // The parent process ended.
  process.on('disconnect', () => process.exit());
  let output = '';
  for (const stream of /** @type {const} */ (['stdout', 'stderr']))
    process[stream].write = (/** @type {string | Uint8Array} */ text) => {
      output += String(text);
      return true;
    };
  process.on('message', async (/** @type {Task} */ { args }) => {
    output = '';
    const before = process.cpuUsage();
    const status = await run(args).catch((/** @type {Error} */ error) => {
      output += error.stack ?? error.message;
      return 1;
    });
    const { user, system } = process.cpuUsage(before);
    const result = { status, output, seconds: (user + system) / 1e6, megabytes: process.memoryUsage().rss / 1e6 };
    process.send?.(result);
  });
}

/** @param {readonly string[]} args */
async function run([path = '', ...args]) {
  if (path !== lading) {
    /** @type {Program} */
    const program = await import(pathToFileURL(path).href);
    process.exitCode = 0;
    return (await program.run(args)) ?? 0;
  }
  const main = new URL('../dist/cli/main.js', pathToFileURL(lading));
  /** @type {{ main: (args: readonly string[]) => Promise<number> }} */
  const command = await import(main.href);
  return command.main(args);
}
