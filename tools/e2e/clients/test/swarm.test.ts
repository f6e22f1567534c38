/** A swarm of one node, from its creation to its end. */
import { afterAll, expect, test } from 'vitest';
import { image, onEachClient, prefix, until } from '../on-each-client.js';

onEachClient('swarm', (scene) => {
  const data = Buffer.from('content').toString('base64');
  let secret = '';
  let config = '';
  const name = `${prefix}service`;

  afterAll(async () => {
    await scene.engine.swarm.leave({ force: true }).catch(() => undefined);
  });

  test('swarm operations are unavailable outside a swarm', async () => {
    await expect(scene.engine.service.list()).rejects.toMatchObject({ name: 'Unavailable', status: 503 });
  });

  test('init, inspect, update, unlock key', async () => {
    const { engine } = scene;
    expect(await engine.swarm.init({ body: { ListenAddr: '127.0.0.1:2377', AdvertiseAddr: '127.0.0.1' } })).toMatch(
      /^\w{20,}$/,
    );
    const swarm = await engine.swarm.inspect();
    expect(swarm.JoinTokens?.Worker).toMatch(/^SWMTKN-1-/);
    await engine.swarm.update({
      version: swarm.Version?.Index ?? 0,
      rotateWorkerToken: true,
      body: { Orchestration: swarm.Spec?.Orchestration ?? {}, Raft: swarm.Spec?.Raft ?? {}, Labels: { a: 'b' } },
    });
    const now = await engine.swarm.inspect();
    expect(now.Spec?.Labels).toEqual({ a: 'b' });
    expect(now.JoinTokens?.Worker).not.toBe(swarm.JoinTokens?.Worker);
    expect(await engine.swarm.unlockkey()).toBeTypeOf('object');
  });

  test('nodes', async () => {
    const { engine } = scene;
    const [node, ...others] = await engine.node.list({ filters: { role: ['manager'] } });
    expect(others).toEqual([]);
    const id = node?.ID ?? '';
    const version = (await engine.node.inspect({ id })).Version?.Index ?? 0;
    await engine.node.update({ id, version, body: { Role: 'manager', Availability: 'active', Labels: { zone: 'a' } } });
    expect((await engine.node.inspect({ id })).Spec?.Labels).toEqual({ zone: 'a' });
  });

  test('secrets', async () => {
    const { engine } = scene;
    secret = (await engine.secret.create({ body: { Name: `${prefix}secret`, Data: data } })).ID;
    const { Version, Spec } = await engine.secret.inspect({ id: secret });
    await engine.secret.update({
      id: secret,
      version: Version?.Index ?? 0,
      body: { ...Spec, Name: `${prefix}secret`, Labels: { a: 'b' } },
    });
    expect((await engine.secret.list({ filters: { label: ['a=b'] } })).map(({ ID }) => ID)).toEqual([secret]);
  });

  test('configs', async () => {
    const { engine } = scene;
    config = (await engine.config.create({ body: { Name: `${prefix}config`, Data: data } })).ID;
    const { Version, Spec } = await engine.config.inspect({ id: config });
    expect(Spec?.Data).toBe(data);
    await engine.config.update({
      id: config,
      version: Version?.Index ?? 0,
      body: { ...Spec, Name: `${prefix}config`, Labels: { a: 'b' } },
    });
    expect((await engine.config.list({ filters: { name: [`${prefix}config`] } })).map(({ ID }) => ID)).toEqual([
      config,
    ]);
  });

  test('services, tasks and their logs', async () => {
    const { engine } = scene;
    const task = {
      ContainerSpec: {
        Image: image,
        Command: ['sh', '-c', 'echo out; echo err >&2; cat /run/secrets/s /c; echo; exec sleep 600'],
        Secrets: [
          { SecretID: secret, SecretName: `${prefix}secret`, File: { Name: 's', UID: '0', GID: '0', Mode: 0o444 } },
        ],
        Configs: [
          { ConfigID: config, ConfigName: `${prefix}config`, File: { Name: '/c', UID: '0', GID: '0', Mode: 0o444 } },
        ],
      },
    };
    const created = await engine.service.create({
      body: { Name: name, TaskTemplate: task, Mode: { Replicated: { Replicas: 1 } } },
    });
    expect(created.ID).toMatch(/^\w+$/);
    const running = () => engine.task.list({ filters: { service: [name], 'desired-state': ['running'] } });
    await until(
      'the task runs',
      async () => (await running()).some(({ Status }) => Status?.State === 'running'),
      40_000,
    );
    const [{ ID: id = '' } = {}] = await running();
    expect((await engine.task.inspect({ id })).ServiceID).toBe(created.ID);
    expect(
      (await engine.service.list({ status: true, filters: { name: [name] } }))[0]?.ServiceStatus?.RunningTasks,
    ).toBe(1);
    const both = { stdout: true, stderr: true };
    const expected = { stdout: 'out\ncontentcontent\n', stderr: 'err\n' };
    await until(
      'all is logged',
      async () => (await (await engine.service.logs({ id: name, ...both })).text()).stdout.length >= 19,
    );
    expect(await (await engine.service.logs({ id: name, ...both })).text()).toEqual(expected);
    expect(await (await engine.task.logs({ id, ...both })).text()).toEqual(expected);
    const { Version, Spec } = await engine.service.inspect({ id: name });
    await engine.service.update({
      id: name,
      version: Version?.Index ?? 0,
      body: { ...Spec, Name: name, TaskTemplate: task, Mode: { Replicated: { Replicas: 0 } } },
    });
    await expect(
      engine.service.update({ id: name, version: 1, body: { Name: name, TaskTemplate: task } }),
    ).rejects.toMatchObject({ name: 'ServerError' });
    await engine.service.delete({ id: name });
    await expect(engine.service.inspect({ id: name })).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('delete the secret and the config, and leave', async () => {
    const { engine } = scene;
    const removed = async (remove: () => Promise<void>): Promise<boolean> =>
      remove().then(
        () => true,
        () => false,
      );
    // A task that is shutting down still uses them.
    await until('the secret is free', () => removed(() => engine.secret.delete({ id: secret })));
    await until('the config is free', () => removed(() => engine.config.delete({ id: config })));
    await engine.swarm.leave({ force: true });
    expect((await engine.system.info()).Swarm?.LocalNodeState).toBe('inactive');
  });
});
