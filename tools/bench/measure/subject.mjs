// A process with one subject, `node subject.mjs MODULE NAME ARGUMENTS…`: its parent calls the methods of what the function returns.
const [module = '', name = '', ...args] = process.argv.slice(2);
const { subjects } = await import(module);
if (subjects[name] === undefined) throw new Error(`There is no subject ${name}`);
const methods = { usage, ...(await subjects[name](...args)) };
process.on('disconnect', () => process.exit());
process.on('message', async (/** @type {any} */ { method, input }) => {
  try {
    process.send?.({ value: await methods[method](input) });
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.send?.('started');

/** Microseconds of processor time, and bytes. */
function usage() {
  const { user, system } = process.cpuUsage();
  return { cpu: user + system, rss: process.memoryUsage.rss() };
}
