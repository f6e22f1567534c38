/** A process that runs functions: its parent sends the path of a module, and the arguments of its function `run`, or of another one: `#name`. */
import { pathToFileURL } from 'node:url';

/** @typedef {{ value?: any, error?: string, seconds: number, megabytes: number }} Outcome `megabytes`: the peak of the process */

// The parent process ended.
process.on('disconnect', () => process.exit());
// A stream that fails after a task is no failure of the next one.
process.on('unhandledRejection', () => undefined);
process.on('message', async (/** @type {any} */ { module, args }) => {
  const before = process.cpuUsage();
  let outcome;
  try {
    const [path, name = 'run'] = module.split('#');
    const { [name]: run } = await import(pathToFileURL(path).href);
    outcome = { value: await run(...args) };
  } catch (error) {
    outcome = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const { user, system } = process.cpuUsage(before);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ ...outcome, seconds: (user + system) / 1e6, megabytes });
});
