// A process with one subject, `node subject.mjs MODULE NAME ARGUMENTS…`: it reports what it uses on request.
const [module = '', name = '', ...args] = process.argv.slice(2);
/** @type {{ subjects: Readonly<Record<string, (...args: string[]) => Promise<void>>> }} */
const { subjects } = await import(module);
const start = subjects[name];
if (start === undefined) throw new Error(`There is no subject ${name}`);
await start(...args);
process.send?.('started');
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());
