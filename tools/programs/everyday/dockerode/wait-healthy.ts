import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';

const docker = new Docker();
const container = docker.getContainer('db');
await container.start();
const end = Date.now() + 30_000;
for (;;) {
  const { State } = await container.inspect();
  if (State.Health?.Status === 'healthy') break;
  if (!State.Running) throw new Error('The container ended before it was healthy.');
  if (State.Health?.Status === 'unhealthy') throw new Error('The container is unhealthy.');
  if (Date.now() > end) throw new Error('The container was not healthy within 30 seconds.');
  await sleep(200);
}
console.log('healthy');
