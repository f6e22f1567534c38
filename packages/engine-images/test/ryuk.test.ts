/** The image `testcontainers/ryuk`, as libraries of tests use it. */
import { connect as connectTo } from 'node:net';
import { expect, test } from 'vitest';
import { openScene } from './scene.js';

const socket = '/var/run/docker.sock';

test('it removes what has the labels of a connection that has ended, and then ends itself', async () => {
  const { engine, client, run } = await openScene();
  const Labels = { session: 'a b', more: '1' };
  const Mounts = [{ Type: 'volume' as const, Target: '/data' }];
  await run('redis', { Labels, HostConfig: { Mounts } });
  await run('alpine', { Labels: { session: 'a b' }, Cmd: ['sleep', '1000'] });
  await client.network.create({ body: { Name: 'net', Labels } });
  await client.volume.create({ body: { Name: 'vol', Labels } });
  await client.volume.create({ body: { Name: 'other', Labels: { session: 'other' } } });
  const HostConfig = { Binds: [`${engine.address.replace('unix://', '')}:${socket}`], AutoRemove: true };
  const ryuk = await run('testcontainers/ryuk:0.14.0', {
    HostConfig,
    Env: ['RYUK_CONNECTION_TIMEOUT=60s', 'RYUK_RECONNECTION_TIMEOUT=300ms'],
    Labels,
  });
  await ryuk.waitForLog('Started');
  const connection = connectTo(ryuk.port, '127.0.0.1');
  connection.write('label=session%3Da%20b&label=more=1\n');
  expect(String(await new Promise((resolve) => connection.once('data', resolve)))).toBe('ACK\n');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(engine.engine.containers.all().length).toBe(3);
  connection.destroy();
  while (engine.engine.containers.all().length > 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(engine.engine.containers.all().map(({ record }) => record.settings.labels)).toEqual([{ session: 'a b' }]);
  expect((await client.network.list()).map(({ Name }) => Name)).not.toContain('net');
  expect((await client.volume.list()).Volumes?.map(({ Name }) => Name)).toEqual(['other']);
});

test('it ends without a mount of the socket of the engine', async () => {
  const { run } = await openScene();
  const ryuk = await run('testcontainers/ryuk');
  await ryuk.waitForLog('cannot reach the engine by /var/run/docker.sock');
  await expect.poll(async () => (await ryuk.inspect()).State).toMatchObject({ Status: 'exited', ExitCode: 1 });
});
