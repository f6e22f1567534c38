/** A swarm of two nodes: joining, draining, and unlocking a locked manager. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from '@lading/client-v1.44';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEachClient, until, connectTo } from '../on-each-client.js';

const scripts = join(import.meta.dirname, '..', '..', '..', 'conformance', 'engines');
const root = process.getuid?.() === 0;

onEachClient('members of a swarm', (scene) => {
  const { subject } = scene;
  // The addresses that `inside.sh` gives an engine and its peer.
  const network = `10.199.${subject.name.split('.')[0] ?? ''}`;
  const [here, there] = [`${network}.1`, `${network}.2`];
  let peer: Engine;

  beforeAll(async () => {
    peer = await connectTo(subject.api, `unix://${join(subject.tree, 'dk/peer.sock')}`);
    for (const each of [scene.engine, peer]) await each.swarm.leave({ force: true }).catch(() => undefined);
  });

  afterAll(async () => {
    for (const each of [scene.engine, peer]) await each.swarm.leave({ force: true }).catch(() => undefined);
    await peer.close();
  });

  test('join as a worker, and leave', async () => {
    const { engine } = scene;
    await peer.swarm.init({ body: { ListenAddr: '0.0.0.0:2377', AdvertiseAddr: there } });
    const { JoinTokens } = await peer.swarm.inspect();
    const body = { ListenAddr: '0.0.0.0:2377', AdvertiseAddr: here, RemoteAddrs: [`${there}:2377`] };
    await expect(engine.swarm.join({ body: { ...body, JoinToken: 'none' } })).rejects.toMatchObject({
      name: 'ServerError',
    });
    await engine.swarm.join({ body: { ...body, JoinToken: JoinTokens.Worker } });
    const state = async (): Promise<string | undefined> => (await engine.system.info()).Swarm?.LocalNodeState;
    await until('the node takes part', async () => (await state()) === 'active');
    // A worker cannot inspect the swarm.
    await expect(engine.swarm.inspect()).rejects.toMatchObject({ name: 'Unavailable' });
    await expect(engine.swarm.join({ body: { ...body, JoinToken: JoinTokens.Worker } })).rejects.toMatchObject({
      name: 'Unavailable',
    });
    await engine.swarm.leave({});
    expect(await state()).toBe('inactive');
    await peer.swarm.leave({ force: true });
  });

  test('a joined node is drained, and removed after it has left', async () => {
    const { engine } = scene;
    await engine.swarm.init({ body: { ListenAddr: '0.0.0.0:2377', AdvertiseAddr: here } });
    const { JoinTokens } = await engine.swarm.inspect();
    await peer.swarm.join({
      body: {
        ListenAddr: '0.0.0.0:2377',
        AdvertiseAddr: there,
        RemoteAddrs: [`${here}:2377`],
        JoinToken: JoinTokens.Worker,
      },
    });
    const workers = () => engine.node.list({ filters: { role: ['worker'] } });
    await until('the worker is ready', async () => (await workers())[0]?.Status?.State === 'ready');
    const id = (await workers())[0]?.ID ?? '';
    const { Version, Spec } = await engine.node.inspect({ id });
    await engine.node.update({ id, version: Version.Index, body: { ...Spec, Availability: 'drain' } });
    expect((await engine.node.inspect({ id })).Spec?.Availability).toBe('drain');
    await expect(engine.node.delete({ id })).rejects.toMatchObject({ name: 'BadRequest' });
    await peer.swarm.leave({});
    await engine.node.delete({ id, force: true });
    await expect(engine.node.inspect({ id })).rejects.toMatchObject({ name: 'NotFound' });
  });

  test.skipIf(subject.api === '1.41')('a cluster volume is updated', async () => {
    const { engine } = scene;
    const name = 'e2e-clients-cluster';
    await engine.volume.create({
      body: {
        Name: name,
        Driver: 'csi-none',
        ClusterVolumeSpec: {
          Group: 'g',
          AccessMode: { Scope: 'single', Sharing: 'none', MountVolume: {} },
          Availability: 'active',
        },
      },
    });
    const { ClusterVolume } = await engine.volume.inspect({ name });
    const { ID = '', Version, Spec } = ClusterVolume ?? {};
    await engine.volume.update({
      name: ID,
      version: Version?.Index ?? 0,
      body: { Spec: { ...Spec, Availability: 'drain' } },
    });
    expect((await engine.volume.inspect({ name })).ClusterVolume?.Spec?.Availability).toBe('drain');
    await expect(engine.volume.update({ name: ID, version: 1, body: {} })).rejects.toMatchObject({
      name: 'ServerError',
    });
    await engine.volume.delete({ name, force: true });
  });

  // Restarting an engine needs root and takes a while, so this runs once per engine.
  test.skipIf(!root || (subject.name === '26.1' && subject.api === '1.41'))(
    'a locked manager is unlocked with its key',
    async () => {
      const { engine } = scene;
      const { Version, Spec } = await engine.swarm.inspect();
      await engine.swarm.update({
        version: Version.Index,
        body: { ...Spec, EncryptionConfig: { AutoLockManagers: true } },
      });
      const { UnlockKey } = await engine.swarm.unlockkey();
      await expect(engine.swarm.unlock({ body: { UnlockKey } })).rejects.toMatchObject({ name: 'Conflict' });
      for (const script of ['stop.sh', 'start.sh'])
        await promisify(execFile)(join(scripts, script), [subject.name], { timeout: 60_000 });
      const state = async (): Promise<string | undefined> => (await engine.system.info()).Swarm?.LocalNodeState;
      expect(await state()).toBe('locked');
      await expect(
        engine.swarm.unlock({ body: { UnlockKey: 'SWMKEY-1-bm9uc2Vuc2Vub25zZW5zZW5vbnNlbnNlbm9uc2Vuc2Ux' } }),
      ).rejects.toMatchObject({ name: 'Unauthorized' });
      await engine.swarm.unlock({ body: { UnlockKey } });
      await until('the manager is back', async () => (await state()) === 'active');
      await engine.swarm.leave({ force: true });
    },
  );
});
