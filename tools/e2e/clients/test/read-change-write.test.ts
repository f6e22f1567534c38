/** A response can be changed and sent back as a request without a cast, and engines accept it. */
import type { Engine } from '@lading/client-v1.44';
import type { Engine as OlderEngine } from '@lading/client-v1.41';
import { afterAll, expect, test } from 'vitest';
import { plugin as pluginArchive } from '../../../conformance/drivers/fixtures.js';
import { image, onEachClient, prefix, until } from '../on-each-client.js';

/** Either client: a response of one is a valid request of both. */
type Either = Engine | OlderEngine;

const Labels = { changed: 'yes' };
const pluginName = 'e2e-clients/changed:1';

async function swarm(engine: Either): Promise<void> {
  const { Version, Spec } = await engine.swarm.inspect();
  await engine.swarm.update({ version: Version.Index, body: { ...Spec, Labels: { ...Spec.Labels, ...Labels } } });
}
async function node(engine: Either, id: string): Promise<void> {
  const { Version, Spec } = await engine.node.inspect({ id });
  await engine.node.update({ id, version: Version.Index, body: { ...Spec, Labels } });
}
/** Updates a service. The engine itself changes a service right after its creation, so the version may be outdated. */
async function service(engine: Either, id: string, attempts = 5): Promise<void> {
  const { Version, Spec } = await engine.service.inspect({ id });
  try {
    await engine.service.update({ id, version: Version.Index, body: { ...Spec, Labels } });
  } catch (error) {
    if (attempts === 1 || !(error instanceof Error) || !error.message.includes('out of sequence')) throw error;
    await service(engine, id, attempts - 1);
  }
}
async function secret(engine: Either, id: string): Promise<void> {
  const { Version, Spec } = await engine.secret.inspect({ id });
  await engine.secret.update({ id, version: Version.Index, body: { ...Spec, Labels } });
}
async function config(engine: Either, id: string): Promise<void> {
  const { Version, Spec } = await engine.config.inspect({ id });
  await engine.config.update({ id, version: Version.Index, body: { ...Spec, Labels } });
}
/** Updates a cluster volume, from 1.42 on. The name of a cluster volume is its ID. */
async function volume(engine: Engine, name: string): Promise<void> {
  const { ClusterVolume } = await engine.volume.inspect({ name });
  if (!ClusterVolume?.ID || !ClusterVolume.Version) throw new Error(`${name}: is not a cluster volume`);
  const { ID, Version, Spec } = ClusterVolume;
  await engine.volume.update({ name: ID, version: Version.Index, body: { Spec: { ...Spec, Availability: 'drain' } } });
}

/** Updates limits in place, and changes everything else by creating a new container from the old one. */
async function container(engine: Either, id: string): Promise<string> {
  const { HostConfig } = await engine.container.inspect({ id });
  await engine.container.update({ id, body: { ...HostConfig, Memory: 96 << 20, MemorySwap: 192 << 20 } });
  const { Config, HostConfig: changed, NetworkSettings } = await engine.container.inspect({ id });
  const EndpointsConfig = NetworkSettings.Networks;
  const body = { ...Config, Labels, HostConfig: changed, NetworkingConfig: { EndpointsConfig } };
  return (await engine.container.create({ name: `${prefix}changed-copy`, body })).Id;
}
async function plugin(engine: Either, name: string): Promise<void> {
  const { Settings } = await engine.plugin.inspect({ name });
  await engine.plugin.set({ name, body: [...(Settings.Env ?? []), 'DEBUG=1'] });
}

async function network(engine: Either, id: string): Promise<void> {
  const { Driver, Options, IPAM, ...rest } = await engine.network.inspect({ id });
  await engine.network.delete({ id });
  await engine.network.create({ body: { Name: rest.Name, Driver, Options, IPAM, Labels } });
}

onEachClient('read, change, write', (scene) => {
  const { subject } = scene;
  const older = subject.api === '1.41';

  afterAll(async () => {
    await scene.engine.swarm.leave({ force: true }).catch(() => undefined);
    await scene.engine.plugin.delete({ name: pluginName, force: true }).catch(() => undefined);
  });

  test('of a swarm and its objects', async () => {
    const { engine } = scene;
    await engine.swarm.init({ body: { ListenAddr: '127.0.0.1:2377', AdvertiseAddr: '127.0.0.1' } });
    await swarm(engine);
    expect((await engine.swarm.inspect()).Spec).toMatchObject({ Name: 'default', Labels });

    const [{ ID: id = '' } = {}] = await engine.node.list();
    await node(engine, id);
    expect((await engine.node.inspect({ id })).Spec.Labels).toEqual(Labels);

    const data = Buffer.from('content').toString('base64');
    const createdSecret = await engine.secret.create({ body: { Name: `${prefix}changed`, Data: data } });
    await secret(engine, createdSecret.ID);
    expect((await engine.secret.inspect({ id: createdSecret.ID })).Spec.Labels).toEqual(Labels);
    const { ID } = await engine.config.create({ body: { Name: `${prefix}changed`, Data: data } });
    await config(engine, ID);
    expect((await engine.config.inspect({ id: ID })).Spec.Labels).toEqual(Labels);

    const { ID: serving } = await engine.service.create({
      body: {
        Name: `${prefix}changed`,
        TaskTemplate: {
          ContainerSpec: {
            Image: image,
            Command: ['sleep', '600'],
            Mounts: [{ Type: 'bind', Source: '/tmp', Target: '/tmp', BindOptions: { Propagation: 'rslave' } }],
            Secrets: [
              {
                SecretID: createdSecret.ID,
                SecretName: `${prefix}changed`,
                File: { Name: 's', UID: '0', GID: '0', Mode: 0o444 },
              },
            ],
          },
          Resources: { Limits: { MemoryBytes: 64 << 20 } },
          RestartPolicy: { Condition: 'on-failure' },
        },
        Mode: { Replicated: { Replicas: 0 } },
        UpdateConfig: { Parallelism: 1, Order: 'start-first' },
        EndpointSpec: { Mode: 'vip', Ports: [{ TargetPort: 80, PublishMode: 'ingress' }] },
      },
    });
    await service(engine, serving);
    const { Spec } = await engine.service.inspect({ id: serving });
    expect(Spec.Labels).toEqual(Labels);
    expect(Spec.TaskTemplate.ContainerSpec?.Mounts?.[0]?.BindOptions?.Propagation).toBe('rslave');
    await engine.service.delete({ id: serving });
  });

  test.skipIf(older)('of a cluster volume', async () => {
    const { engine } = scene;
    const name = `${prefix}changed-cluster`;
    await engine.volume.create({
      body: {
        Name: name,
        Driver: 'csi-none',
        ClusterVolumeSpec: {
          AccessMode: { Scope: 'single', Sharing: 'none', MountVolume: {} },
          Availability: 'active',
        },
      },
    });
    await volume(engine, name);
    expect((await engine.volume.inspect({ name })).ClusterVolume?.Spec?.Availability).toBe('drain');
    await engine.volume.delete({ name, force: true });
  });

  test('of a container', async () => {
    const { engine } = scene;
    const { Id: id } = await engine.container.create({
      name: `${prefix}changed`,
      body: {
        Image: image,
        Cmd: ['sleep', '600'],
        HostConfig: {
          Mounts: [{ Type: 'bind', Source: '/tmp', Target: '/host', BindOptions: { Propagation: 'rslave' } }],
          RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 2 },
        },
      },
    });
    const copy = await container(engine, id);
    const { Config, HostConfig } = await engine.container.inspect({ id: copy });
    expect(Config.Labels).toEqual(Labels);
    expect(HostConfig.Memory).toBe(96 << 20);
    for (const each of [id, copy]) await engine.container.delete({ id: each, force: true });
  });

  test('of a network', async () => {
    const { engine } = scene;
    const Name = `${prefix}changed`;
    const { Id: id } = await engine.network.create({
      body: { Name, IPAM: { Config: [{ Subnet: '10.78.0.0/24' }] }, Options: { a: 'b' } },
    });
    await network(engine, id);
    const found = await engine.network.inspect({ id: Name });
    expect(found).toMatchObject({ Labels, Options: { a: 'b' } });
    expect(found.IPAM.Config?.[0]?.Subnet).toBe('10.78.0.0/24');
    await engine.network.delete({ id: Name });
  });

  test('of a plugin', async () => {
    const { engine } = scene;
    await engine.plugin.delete({ name: pluginName, force: true }).catch(() => undefined);
    await engine.plugin.create({ name: pluginName, body: await pluginArchive(subject.tree) });
    await plugin(engine, pluginName);
    await until(
      'the setting is changed',
      async () => (await engine.plugin.inspect({ name: pluginName })).Settings.Env?.includes('DEBUG=1') === true,
    );
  });
});
