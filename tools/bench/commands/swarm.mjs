/** A large swarm in one engine: from the first request until all tasks run. */
import { median } from 'simple-statistics';
import { send } from '../engine/requests.mjs';
import { startSubject } from '../measure/processes.mjs';
import { alone, comparison } from '../report/comparison.mjs';

const module = new URL('../engine/swarm-engine.mjs', import.meta.url);
/** The figures of an engine by their names, with their units and maxima. @type {Record<string, [what: string, unit: string, most?: number]>} */
const figures = {
  processor: ['processor time of the engine', 's', 5],
  elapsed: ['elapsed time', 's'],
  maximumMegabytes: ['maximum resident memory of a process', 'MB', 400],
  heapMegabytes: ['heap after a collection', 'MB'],
};

export default comparison({
  about: 'Measures a large swarm of the reference engine, from the first request until all tasks run.',
  options: {
    services: ['N', 'how many services are created', 1000, 1],
    tasks: ['N', 'the tasks of each', 10, 1],
    nodes: ['N', 'the nodes of the swarm', 50, 1],
    rounds: ['N', 'how often it is run', 3, 1],
  },
  marker: 'swarm',
  titles: { lading: 'Lading' },
  async measure({ services, tasks, nodes, rounds }, progress) {
    const all = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`round ${round + 1} of ${rounds}`);
      const engine = await startSubject(module, 'swarm', [nodes, services * tasks].map(String), ['--expose-gc']);
      const socketPath = await engine.ask('socket');
      for (let index = 0; index < services; index += 1)
        await send(socketPath, '/services/create', 'POST', {
          Name: `service-${index}`,
          Mode: { Replicated: { Replicas: tasks } },
          TaskTemplate: { ContainerSpec: { Image: 'alpine', Args: ['sleep', 'infinity'] } },
        });
      all.push(await engine.ask('result'));
      engine.close();
    }
    const rows = Object.entries(figures).map(([name, [what, unit, most]]) => {
      return alone(what, unit, median(all.map((each) => each[name])), most);
    });
    return { rows, head: `${services} services of ${tasks} tasks on ${nodes} nodes, median of ${rounds}` };
  },
});
