/** An engine in memory with what the everyday programs expect. */
import { createServer } from 'node:http';
import { connect } from '@lading/client';
import { startEngine, type RunningEngine } from '@lading/engine';

/** Starts an engine with the image alpine, and with the containers, networks and volumes of some programs. */
export async function openScene(program: string): Promise<RunningEngine> {
  const engine = await startEngine({ images: program === 'pull' ? [] : ['alpine'] });
  if (program === 'push') engine.registry.users.set('me', 'secret');
  engine.programs.add('httpd', async ({ listen, signal }) => {
    const server = createServer((_request, response) => void response.end('hello'));
    listen(80, server);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  await using client = await connect({ host: engine.address, env: {} });
  const container = async (name: string, body: object, start = true): Promise<void> => {
    await client.container.create({ name, body: { Image: 'alpine', ...body } });
    if (start) await client.container.start({ id: name });
  };
  const sh = (command: string): object => ({ Cmd: ['sh', '-c', command], StopSignal: 'SIGKILL' });
  switch (program) {
    case 'cleanup':
    case 'prune': {
      const Labels = { test: '1' };
      await container('one', { ...sh('exit 0'), Labels });
      await client.container.wait({ id: 'one' });
      if (program === 'prune') break;
      await container('two', { ...sh('sleep 600'), Labels });
      await client.network.create({ body: { Name: 'net', Labels } });
      await client.volume.create({ body: { Name: 'vol', Labels } });
      break;
    }
    case 'attach':
      await container('chat', { Cmd: ['cat'], OpenStdin: true, AttachStdin: true }, false);
      break;
    case 'logs':
      await container('job', sh('echo one; echo two >&2; sleep 0.1; echo three'));
      break;
    case 'wait-healthy': {
      const Healthcheck = { Test: ['CMD', 'true'], Interval: 10_000_000 };
      await container('db', { ...sh('sleep 600'), Healthcheck }, false);
      break;
    }
    case 'pull':
    case 'service':
      break;
    case 'secret-config':
      await client.swarm.init({ body: { ListenAddr: '127.0.0.1:2377' } });
      break;
    case 'stop-all':
      await container('done', sh('exit 0'));
      await client.container.wait({ id: 'done' });
      await container('web', sh('sleep 600'));
      break;
    default:
      await container('web', sh('mkdir -p /srv/data; printf content > /srv/data/a.txt; echo up; sleep 600'));
      for await (const _ of await client.container.logs({ id: 'web', stdout: true, follow: true })) break;
  }
  return engine;
}
