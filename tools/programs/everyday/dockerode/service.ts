import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';

const docker = new Docker();
await docker.swarmInit({ ListenAddr: '127.0.0.1:2377', AdvertiseAddr: '127.0.0.1' });
const TaskTemplate = { ContainerSpec: { Image: 'alpine', Command: ['sleep', '600'] } };
await docker.createService({ Name: 'web', TaskTemplate, Mode: { Replicated: { Replicas: 2 } } });
const isRunning = async () => {
  const tasks = await docker.listTasks({ filters: { service: ['web'] } });
  return tasks.filter(({ Status }) => Status.State === 'running').length === 2;
};
while (!(await isRunning())) await sleep(100);
console.log((await docker.listTasks({ filters: { service: ['web'] } })).map(({ Status }) => Status.State));
await docker.getService('web').remove();
await docker.swarmLeave({ force: true });
