/** A large swarm in one engine: from the first request until all tasks run. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { markdownTable, right } from '@lading/run/markdown-table';
import { send } from '../engine/requests.mjs';
import { median } from '../measure/median.mjs';
import { readme } from '../places.mjs';
import { machine } from '../report/figures.mjs';

const engine = fileURLToPath(new URL('../engine/swarm-engine.mjs', import.meta.url));

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Measures a large swarm of the reference engine, from the first request until all tasks run.',
  options: {
    services: ['N', 'how many services are created', 1000, 1],
    tasks: ['N', 'the tasks of each', 10, 1],
    nodes: ['N', 'the nodes of the swarm', 50, 1],
    rounds: ['N', 'how often it is run', 3, 1],
  },
  page: readme,
  marker: 'swarm',
  async run({ services, tasks, nodes, rounds }, { load }) {
    /** @type {Record<string, number>[]} */
    const all = [];
    for (let round = 0; round < rounds; round += 1) {
      const child = fork(engine, [nodes, services * tasks].map(String), { execArgv: ['--expose-gc'] });
      const [{ socketPath }] = await once(child, 'message');
      const result = once(child, 'message');
      for (let index = 0; index < services; index += 1)
        await send(socketPath, '/services/create', 'POST', {
          Name: `service-${index}`,
          Mode: { Replicated: { Replicas: tasks } },
          TaskTemplate: { ContainerSpec: { Image: 'alpine', Args: ['sleep', 'infinity'] } },
        });
      all.push((await result)[0]);
      child.disconnect();
    }
    const row = (/** @type {string} */ title, /** @type {string} */ name, digits = 0) => [
      title,
      median(all.map((each) => each[name] ?? NaN)).toFixed(digits),
    ];
    const table = markdownTable(
      ['Figure', ...right('Now')],
      [
        row('Processor time of the engine, s (≤ 5)', 'processor', 1),
        row('Elapsed time, s', 'elapsed', 1),
        row('Maximum resident memory of a process, MB (≤ 400)', 'maximumMegabytes'),
        row('Heap after a collection, MB', 'heapMegabytes'),
      ],
    );
    const rest = `${services} services of ${tasks} tasks on ${nodes} nodes, median of ${rounds}`;
    return { text: `${machine(load, rest)}\n\n${table}`, json: all };
  },
};
