/** The whole lifecycle of containers. */
import { expect, test } from 'vitest';
import { image, onEachClient, prefix, until } from '../on-each-client.js';

onEachClient('containers', (scene) => {
  const name = `${prefix}life`;
  let id = '';

  test('create, inspect, list', async () => {
    const { engine } = scene;
    const created = await engine.container.create({
      name,
      body: {
        Image: image,
        Cmd: ['sleep', '600'],
        Labels: { e2e: 'yes' },
        Tty: false,
        HostConfig: { Memory: 64 << 20 },
      },
    });
    id = created.Id;
    expect(created.Warnings).toBeInstanceOf(Array);
    const found = await engine.container.inspect({ id, size: true });
    expect(found).toMatchObject({ Id: id, Name: `/${name}`, State: { Status: 'created', Running: false } });
    expect(found.Config?.Labels).toEqual({ e2e: 'yes' });
    const listed = await engine.container.list({
      all: true,
      size: true,
      filters: { label: ['e2e=yes'], name: [name] },
    });
    expect(listed.map((each) => each.Id)).toEqual([id]);
    expect(await engine.container.list({ filters: { label: ['e2e=yes'] } })).toEqual([]);
  });

  test('a name in use and a missing image are distinguished', async () => {
    const { engine } = scene;
    await expect(engine.container.create({ name, body: { Image: image, Cmd: ['true'] } })).rejects.toMatchObject({
      name: 'Conflict',
      status: 409,
      operation: 'ContainerCreate',
    });
    await expect(engine.container.create({ body: { Image: 'e2e-clients/none:1' } })).rejects.toMatchObject({
      name: 'NotFound',
    });
    await expect(engine.container.inspect({ id: 'e2e-clients-none' })).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('start reports whether it changed something', async () => {
    const { engine } = scene;
    expect(await engine.container.start({ id })).toEqual({ changed: true });
    expect(await engine.container.start({ id })).toEqual({ changed: false });
    expect((await engine.container.list({ filters: { status: ['running'], name: [name] } })).length).toBe(1);
  });

  test('top, changes, export', async () => {
    const { engine } = scene;
    const top = await engine.container.top({ id });
    expect(top.Titles).toContain('PID');
    expect(top.Processes?.flat().join(' ')).toContain('sleep');
    expect((await engine.container.changes({ id })) ?? []).toBeInstanceOf(Array);
    let bytes = 0;
    for await (const chunk of await engine.container.export({ id })) bytes += (chunk as Buffer).length;
    expect(bytes).toBeGreaterThan(1_000_000);
  });

  test('stats, once and as a stream', async () => {
    const { engine } = scene;
    // The client of one version returns a stream of one sample.
    const samples = await engine.container.stats({ id, stream: false as boolean, 'one-shot': true });
    const [once, ...more] = await samples.toArray();
    expect(more).toEqual([]);
    expect(once?.memory_stats).toBeTypeOf('object');
    let seen = 0;
    for await (const each of await engine.container.stats({ id })) {
      expect(each.id).toBe(id);
      if (++seen === 2) break;
    }
    expect(seen).toBe(2);
    await until('the left connection is closed', () =>
      scene.exchanges.some(({ path }) => path.endsWith(`${id}/stats`)),
    );
  });

  test('update, rename, resize', async () => {
    const { engine } = scene;
    await engine.container.update({ id, body: { Memory: 96 << 20, MemorySwap: 192 << 20 } });
    expect((await engine.container.inspect({ id })).HostConfig?.Memory).toBe(96 << 20);
    await engine.container.rename({ id, name: `${name}-renamed` });
    expect((await engine.container.inspect({ id })).Name).toBe(`/${name}-renamed`);
    const { Id } = await engine.container.create({
      name: `${prefix}tty`,
      body: { Image: image, Cmd: ['sh'], Tty: true, OpenStdin: true },
    });
    await engine.container.start({ id: Id });
    await engine.container.resize({ id: Id, h: 40, w: 100 });
    await engine.container.delete({ id: Id, force: true });
  });

  test('pause, unpause, restart, stop, kill, wait', async () => {
    const { engine } = scene;
    const status = async (): Promise<string | undefined> => (await engine.container.inspect({ id })).State?.Status;
    await engine.container.pause({ id });
    expect(await status()).toBe('paused');
    await engine.container.unpause({ id });
    expect(await status()).toBe('running');
    await engine.container.restart({ id, t: 0 });
    expect(await engine.container.stop({ id, t: 0 })).toEqual({ changed: true });
    expect(await engine.container.stop({ id })).toEqual({ changed: false });
    expect(await status()).toBe('exited');
    await expect(engine.container.kill({ id })).rejects.toMatchObject({ name: 'Conflict' });
    await engine.container.start({ id });
    const ended = engine.container.wait({ id, condition: 'not-running' });
    await engine.container.kill({ id, signal: 'SIGKILL' });
    expect((await ended).StatusCode).toBe(137);
  });

  test('delete, and prune by label', async () => {
    const { engine } = scene;
    await engine.container.delete({ id, v: true });
    await expect(engine.container.inspect({ id })).rejects.toMatchObject({ name: 'NotFound' });
    const { Id } = await engine.container.create({
      name: `${prefix}pruned`,
      body: { Image: image, Cmd: ['true'], Labels: { 'e2e-clients': 'prune' } },
    });
    const pruned = await engine.container.prune({ filters: { label: ['e2e-clients=prune'] } });
    expect(pruned.ContainersDeleted).toEqual([Id]);
  });

  test('a name that would change the path is rejected before it is sent', async () => {
    const before = scene.exchanges.length;
    await expect(scene.engine.container.start({ id: 'a/../b' })).rejects.toMatchObject({ name: 'InputError' });
    expect(scene.exchanges.length).toBe(before);
  });
});
