/** The process of a subject: `node worker.mjs NAME SOCKET ENGINE`. It tells when it listens, and what it uses. */
const [name = '', socket = '', engine = ''] = process.argv.slice(2);
const { start } = /** @type {{ start: (socket: string, engine: string) => Promise<void> }} */ (
  await import(`./${name}.mjs`)
);

await start(socket, engine);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage().rss, cpu: user + system });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
