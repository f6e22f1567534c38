/** System operations, networks and volumes. */
import { expect, test } from 'vitest';
import { image, onEachClient, prefix } from '../on-each-client.js';

onEachClient('system', (scene) => {
  test('version, info, ping', async () => {
    const { engine, subject } = scene;
    expect(engine.version).toBe(subject.api);
    expect((await engine.system.version()).Version).toContain(subject.name);
    expect((await engine.system.info()).OSType).toBe('linux');
    expect(await engine.system.ping()).toBe('OK');
    expect(await engine.system.pingHead()).toMatchObject({ 'api-version': expect.stringMatching(/^1\.\d+$/) });
  });

  test('disk use', async () => {
    const usage = await scene.engine.system.dataUsage();
    expect(usage.LayersSize).toBeGreaterThan(0);
  });
});

onEachClient('networks', (scene) => {
  test('create, inspect, list, connect, disconnect, delete, prune', async () => {
    const { engine } = scene;
    const name = `${prefix}network`;
    const { Id: id } = await engine.network.create({
      body: {
        Name: name,
        Driver: 'bridge',
        Labels: { a: 'b' },
        IPAM: { Config: [{ Subnet: '10.77.0.0/24', Gateway: '10.77.0.1' }] },
      },
    });
    const { Id: container } = await engine.container.create({
      name: `${prefix}member`,
      body: { Image: image, Cmd: ['sleep', '600'] },
    });
    await engine.container.start({ id: container });
    await engine.network.connect({
      id,
      body: { Container: container, EndpointConfig: { Aliases: ['second'], IPAMConfig: { IPv4Address: '10.77.0.9' } } },
    });
    const found = await engine.network.inspect({ id });
    expect(found).toMatchObject({ Id: id, Name: name, Labels: { a: 'b' } });
    expect(found.Containers?.[container]?.IPv4Address).toBe('10.77.0.9/24');
    await engine.network.disconnect({ id, body: { Container: container, Force: true } });
    expect((await engine.network.list({ filters: { name: [name] } })).map((each) => each.Id)).toEqual([id]);
    await engine.network.delete({ id });
    await expect(engine.network.inspect({ id })).rejects.toMatchObject({ name: 'NotFound' });
    await engine.network.create({ body: { Name: name, Labels: { 'e2e-clients': 'prune' } } });
    expect((await engine.network.prune({ filters: { label: ['e2e-clients=prune'] } })).NetworksDeleted).toEqual([name]);
  });
});

onEachClient('volumes', (scene) => {
  test('create, inspect, list, delete, prune', async () => {
    const { engine, subject } = scene;
    const name = `${prefix}volume`;
    const created = await engine.volume.create({ body: { Name: name, Labels: { 'e2e-clients': 'yes' } } });
    expect(await engine.volume.inspect({ name })).toEqual(created);
    const { Volumes } = await engine.volume.list({ filters: { name: [name] } });
    expect(Volumes?.map((each) => each.Name)).toEqual([name]);
    await engine.volume.delete({ name });
    await expect(engine.volume.inspect({ name })).rejects.toMatchObject({ name: 'NotFound' });
    await engine.volume.create({ body: { Name: name, Labels: { 'e2e-clients': 'prune' } } });
    // From 1.42 on, only anonymous volumes are pruned by default.
    const all = subject.api === '1.44' ? { all: ['true' as const] } : {};
    const pruned = await engine.volume.prune({ filters: { label: ['e2e-clients=prune'], ...all } });
    expect(pruned.VolumesDeleted).toEqual([name]);
  });
});
