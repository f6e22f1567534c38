// The engine of the measurement of a large swarm: a process of its own, so that only the engine is measured.
import { startEngine } from '@lading/engine';

const [nodes, tasks] = process.argv.slice(2).map(Number);

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const engine = await startEngine({ images: ['alpine'], publishPorts: false });
engine.swarm.init();
for (let node = 1; node < nodes; node += 1) engine.swarm.addNode({ hostname: `node-${node}` });

const begin = { processor: processorSeconds(), elapsed: performance.now() };
let running = 0;
engine.swarm.state.cluster.listen((kind, value, before) => {
  if (kind !== 'task') return;
  running += Number(value?.state === 'running') - Number(before?.state === 'running');
  if (running === tasks) setImmediate(report);
});
process.send({ socketPath: engine.address.replace('unix://', '') });

function report() {
  const processor = processorSeconds() - begin.processor;
  const elapsed = (performance.now() - begin.elapsed) / 1000;
  const maximumMegabytes = process.resourceUsage().maxRSS / 1024;
  globalThis.gc?.();
  process.send({ processor, elapsed, maximumMegabytes, heapMegabytes: process.memoryUsage().heapUsed / 1e6 });
}
process.once('disconnect', () => process.exit());
