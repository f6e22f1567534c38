// Measures a large swarm: 1,000 services of 10 tasks on 50 nodes of one process, from the first request until all tasks run.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    services: { type: 'string', default: '1000' },
    tasks: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '3' },
  },
});
const [services, replicas, nodes, rounds] = [values.services, values.tasks, values.nodes, values.rounds].map(Number);

function createService(socketPath, index) {
  const body = JSON.stringify({
    Name: `service-${index}`,
    Mode: { Replicated: { Replicas: replicas } },
    TaskTemplate: { ContainerSpec: { Image: 'alpine', Args: ['sleep', 'infinity'] } },
  });
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request({ socketPath, path: '/v1.44/services/create', method: 'POST', headers }, (response) => {
      response.resume().once('end', resolve);
      if (response.statusCode !== 201) reject(new Error(`the engine responded with ${response.statusCode}`));
    })
      .on('error', reject)
      .end(body);
  });
}

async function measure() {
  const child = fork(new URL('swarm-engine.mjs', import.meta.url), [nodes, services * replicas].map(String), {
    execArgv: ['--expose-gc', ...process.execArgv],
  });
  const [{ socketPath }] = await once(child, 'message');
  const result = once(child, 'message');
  for (let index = 0; index < services; index += 1) await createService(socketPath, index);
  const [figures] = await result;
  child.disconnect();
  return figures;
}

function median(figures, name) {
  const sorted = figures.map((each) => each[name]).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

const figures = [];
for (let round = 0; round < rounds; round += 1) figures.push(await measure());
console.log(`${services} services of ${replicas} tasks on ${nodes} nodes until all tasks run, median of ${rounds}`);
console.log(`processor time of the engine, s: ${median(figures, 'processor').toFixed(1)}`);
console.log(`elapsed time, s: ${median(figures, 'elapsed').toFixed(1)}`);
console.log(`maximum resident memory, MB: ${Math.round(median(figures, 'maximumMegabytes'))}`);
console.log(`heap after a collection, MB: ${Math.round(median(figures, 'heapMegabytes'))}`);
