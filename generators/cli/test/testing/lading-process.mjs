// Runs the command lines that its parent sends, each in the folder that it names, and sends what they print and end with.
import { buildWhenStale } from '../../built.mjs';

buildWhenStale();
const { main } = await import('../../../dist/cli/main.js');

process.on('disconnect', () => process.exit());
process.on('message', async ({ folder, args }) => {
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) process[name].write = (text) => (printed[name] += String(text)) !== '';
  process.chdir(folder);
  process.send({ status: await main(args), ...printed });
});
