/** The engine of the measurement of a large swarm: a process of its own, so that only the engine is measured. */
import { startEngine } from '@lading/engine';

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export const subjects = {
  /** @param {string} nodes how many the swarm has @param {string} tasks how many run in the end */
  async swarm(nodes, tasks) {
    const engine = await startEngine({ images: ['alpine'], publishPorts: false });
    engine.swarm.init();
    for (let node = 1; node < Number(nodes); node += 1) engine.swarm.addNode({ hostname: `node-${node}` });
    const begin = { processor: processorSeconds(), elapsed: performance.now() };
    let running = 0;
    const allRun = new Promise((resolve) =>
      engine.swarm.state.cluster.listen((kind, value, before) => {
        if (kind !== 'task') return;
        running += Number(value?.state === 'running') - Number(before?.state === 'running');
        if (running === Number(tasks)) setImmediate(resolve);
      }),
    );
    const result = allRun.then(() => {
      const processor = processorSeconds() - begin.processor;
      const elapsed = (performance.now() - begin.elapsed) / 1000;
      const maximumMegabytes = process.resourceUsage().maxRSS / 1024;
      globalThis.gc?.();
      return { processor, elapsed, maximumMegabytes, heapMegabytes: process.memoryUsage().heapUsed / 1e6 };
    });
    return { socket: async () => engine.address.replace('unix://', ''), result: () => result };
  },
};
