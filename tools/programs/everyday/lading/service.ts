import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@lading/client';

await using engine = await connect();
await engine.swarm.init({ body: { ListenAddr: '127.0.0.1:2377', AdvertiseAddr: '127.0.0.1' } });
const TaskTemplate = { ContainerSpec: { Image: 'alpine', Command: ['sleep', '600'] } };
await engine.service.create({ body: { Name: 'web', TaskTemplate, Mode: { Replicated: { Replicas: 2 } } } });
const isRunning = async () => {
  const [service] = await engine.service.list({ filters: { name: ['web'] }, status: true });
  return service?.ServiceStatus?.RunningTasks === 2;
};
while (!(await isRunning())) await sleep(100);
console.log((await engine.task.list({ filters: { service: ['web'] } })).map(({ Status }) => Status?.State));
await engine.service.delete({ id: 'web' });
await engine.swarm.leave({ force: true });
