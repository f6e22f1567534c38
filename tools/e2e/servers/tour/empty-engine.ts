/** Removes everything from an engine, so that each run of the tour starts with the same state. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { socketOf, type Engine } from './targets.js';

export async function emptyEngine(engine: Engine): Promise<void> {
  const ask = (method: string, path: string): Promise<unknown> => askEngine(socketOf(engine), method, path);
  await ask('POST', '/swarm/leave?force=1');
  for (const { Id } of (await ask('GET', '/containers/json?all=1')) as { Id: string }[]) {
    await ask('DELETE', `/containers/${Id}?force=1&v=1`);
  }
  // An image with children can be removed only after them.
  for (let round = 0; round < 3; round += 1) {
    for (const { Id } of (await ask('GET', '/images/json?all=1')) as { Id: string }[]) {
      await ask('DELETE', `/images/${Id}?force=1`);
    }
  }
  await ask('POST', '/build/prune?all=1');
  await ask('POST', '/networks/prune');
  const { Volumes } = (await ask('GET', '/volumes')) as { Volumes: { Name: string }[] | null };
  for (const { Name } of Volumes ?? []) await ask('DELETE', `/volumes/${Name}?force=1`);
}

function askEngine(socketPath: string, method: string, path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, method, path: `/v1.41${path}`, agent: false }, (response) => {
      text(response).then((body) => resolve(body === '' ? undefined : (JSON.parse(body) as unknown)), reject);
    });
    call.on('error', reject).end();
  });
}
