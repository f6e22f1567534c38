/** Services, secrets and configs of a swarm, and what becomes of its state. */
import { connect } from '@lading/client';
import type { ServiceSpecInput } from '@lading/types-v1.44';
import { describe, expect, it } from 'vitest';
import { startEngine } from '../../src/index.js';
import { useSwarmScene } from './swarm-scene.js';

const scene = useSwarmScene();
const replicas = (Replicas: number): Partial<ServiceSpecInput> => ({ Mode: { Replicated: { Replicas } } });
const second = 1_000_000_000;

async function running(service: string) {
  return (await scene().tasks(service)).filter(
    ({ Status, DesiredState }) => Status.State === 'running' && DesiredState === 'running',
  );
}

describe('services', () => {
  it('place their tasks by constraints, resources, platforms and replicas per node', async () => {
    const { engine, create } = scene();
    engine.swarm.addNode({ hostname: 'a', labels: { zone: 'a' }, properties: { memory: 64e6 } });
    const place = async (name: string, TaskTemplate: object, mode = replicas(1)) => {
      await create(name, { ...mode, TaskTemplate: TaskTemplate as ServiceSpecInput['TaskTemplate'] });
      return (await scene().tasks(name)).map(({ NodeID = '', Status }) => (NodeID === '' ? Status.Err : NodeID));
    };
    const [node] = engine.swarm.nodes;
    expect(await place('label', { Placement: { Constraints: ['node.labels.zone == a'] } })).toEqual([node?.id]);
    expect(await place('none', { Placement: { Constraints: ['node.labels.zone == b'] } })).toEqual([
      'no suitable node (scheduling constraints not satisfied on 2 nodes)',
    ]);
    expect(
      await place('big', {
        Placement: { Constraints: ['node.hostname == a'] },
        Resources: { Reservations: { MemoryBytes: 128e6 } },
      }),
    ).toEqual(['no suitable node (insufficient resources on 1 node; scheduling constraints not satisfied on 1 node)']);
    expect(await place('windows', { Placement: { Platforms: [{ OS: 'windows', Architecture: 'amd64' }] } })).toEqual([
      'no suitable node (unsupported platform on 2 nodes)',
    ]);
    expect(
      (await place('few', { Placement: { MaxReplicas: 1 } }, replicas(3))).filter((each) =>
        each?.startsWith('no suitable'),
      ),
    ).toHaveLength(1);
  });

  it('keep their version while an update replaces tasks, and change it with the status of the update', async () => {
    const { client, create, update, settle } = scene();
    await create('web', { ...replicas(3), UpdateConfig: { Parallelism: 1, Delay: second, Monitor: second } });
    await update('web', (spec) => ({ ...spec, TaskTemplate: { ...spec.TaskTemplate, ForceUpdate: 1 } }));
    const versions = new Map<string | undefined, Set<number>>();
    for (let turn = 0; turn < 20; turn += 1) {
      const { Version, UpdateStatus } = await client.service.inspect({ id: 'web' });
      const state = UpdateStatus?.State;
      versions.set(state, (versions.get(state) ?? new Set()).add(Version.Index));
      await settle(500);
    }
    expect([...versions].map(([state, seen]) => [state, seen.size])).toEqual([
      ['updating', 1],
      ['completed', 1],
    ]);
  });

  it('restart tasks after a delay, as often as their policy allows', async () => {
    const { create, settle } = scene();
    const RestartPolicy = { Condition: 'on-failure' as const, MaxAttempts: 2, Delay: 5 * second };
    await create(
      'fails',
      { ...replicas(1), TaskTemplate: { RestartPolicy } as ServiceSpecInput['TaskTemplate'] },
      { Args: ['false'] },
    );
    const states = async () =>
      (await scene().tasks('fails')).map(({ Status, DesiredState }) => `${Status.State} ${DesiredState}`).sort();
    expect(await states()).toEqual(['failed shutdown', 'ready ready']);
    await settle(20_000);
    expect(await states()).toEqual(['failed shutdown', 'failed shutdown', 'failed shutdown']);
    expect((await scene().tasks('fails'))[0]?.Status.Err).toBe('task: non-zero exit (1)');
  });

  it('are updated and rolled back, and reject old versions', async () => {
    const { client, create, update, settle } = scene();
    await create('web', { ...replicas(2), UpdateConfig: { Parallelism: 1, Monitor: second } });
    const before = await client.service.inspect({ id: 'web' });
    const withCommand =
      (...Args: string[]) =>
      (spec: ServiceSpecInput): ServiceSpecInput => ({
        ...spec,
        TaskTemplate: { ...spec.TaskTemplate, ContainerSpec: { Image: 'alpine', Args } },
      });
    await update('web', withCommand('sleep', '99'));
    expect((await client.service.inspect({ id: 'web' })).UpdateStatus?.State).toBe('updating');
    await settle(3_000);
    const after = await client.service.inspect({ id: 'web' });
    expect(after.UpdateStatus).toMatchObject({ State: 'completed', Message: 'update completed' });
    expect(after.PreviousSpec).toEqual(before.Spec);
    await expect(
      client.service.update({ id: 'web', version: before.Version.Index, body: before.Spec as ServiceSpecInput }),
    ).rejects.toMatchObject({
      reason: 'rpc error: code = Unknown desc = update out of sequence',
    });
    await update('web', withCommand('false'));
    await settle(3_000);
    expect((await client.service.inspect({ id: 'web' })).UpdateStatus?.State).toBe('paused');
    await update('web', (spec) => spec, 'previous');
    await settle(10_000);
    const rolledBack = await client.service.inspect({ id: 'web' });
    expect(rolledBack.UpdateStatus?.State).toBe('rollback_completed');
    expect(rolledBack.Spec.TaskTemplate.ContainerSpec?.Args).toEqual(['sleep', '99']);
    expect(await running('web')).toHaveLength(2);
  });

  it('run jobs to their end', async () => {
    const { client, create, settle } = scene();
    await create('job', { Mode: { ReplicatedJob: { MaxConcurrent: 2, TotalCompletions: 3 } } }, { Args: ['true'] });
    await settle();
    const [job] = await client.service.list({ filters: { name: ['job'] }, status: true });
    expect(job).toMatchObject({ ServiceStatus: { CompletedTasks: 3 }, JobStatus: { JobIteration: {} } });
    expect((await scene().tasks('job')).map(({ Slot = 0 }) => Slot).sort()).toEqual([0, 1, 2]);
    await create('other');
    expect((await client.service.inspect({ id: 'other' })).JobStatus).toBeUndefined();
  });

  it('are reached by name across nodes, and their logs come from all of them', async () => {
    const { engine, client, create, settle } = scene();
    engine.swarm.addNode();
    const { Id } = await client.network.create({ body: { Name: 'over', Driver: 'overlay', Attachable: true } });
    engine.programs.add('serve', ({ listen, hostname, signal, stdout }) => {
      listen(80, (connection) => connection.end(`from ${hostname}`));
      return stdout
        .write('serving\n')
        .then(() => new Promise((resolve) => signal.addEventListener('abort', () => resolve())));
    });
    const TaskTemplate = { Networks: [{ Target: 'over' }] } as ServiceSpecInput['TaskTemplate'];
    await create('back', { ...replicas(2), TaskTemplate }, { Args: ['serve'], Hostname: 'back-{{.Task.Slot}}' });
    const ask = async (): Promise<string> => {
      const body = { Image: 'alpine', Cmd: ['nc', 'back', '80'], HostConfig: { NetworkMode: 'over' } };
      const { Id: id } = await client.container.create({ body });
      await client.container.start({ id });
      await settle();
      return (await (await client.container.logs({ id, stdout: true, stderr: true })).text()).stdout;
    };
    expect([await ask(), await ask()].sort()).toEqual(['from back-1', 'from back-2']);
    const logs = await (await client.service.logs({ id: 'back', stdout: true })).text();
    expect(logs.stdout).toBe('serving\nserving\n');
    const { Endpoint } = await client.service.inspect({ id: 'back' });
    expect(Endpoint.VirtualIPs).toEqual([
      { NetworkID: Id, Addr: expect.stringMatching(/^10\.0\.1\.\d+\/24$/) as string },
    ]);
    await expect(client.network.delete({ id: 'over' })).rejects.toBeDefined();
  });
});

it('a service shows the ids of its networks, and a restart window of zero', async () => {
  const { client, create } = scene();
  const { Id: Target } = await client.network.create({ body: { Name: 'over', Driver: 'overlay' } });
  const Networks = [{ Target: 'over', Aliases: ['a'] }];
  const TaskTemplate = { Networks, RestartPolicy: { Window: 0 } } as ServiceSpecInput['TaskTemplate'];
  await create('newer', { TaskTemplate });
  await create('older', { Networks });
  const specOf = async (id: string) => (await client.service.inspect({ id })).Spec;
  expect((await specOf('newer')).TaskTemplate).toMatchObject({
    Networks: [{ Target, Aliases: ['a'] }],
    RestartPolicy: { Window: 0 },
  });
  expect((await specOf('older')).Networks).toEqual([{ Target, Aliases: ['a'] }]);
});

describe('secrets and configs', () => {
  it('are files of the tasks, templated, and secrets are never returned', async () => {
    const { client, create } = scene();
    const data = (text: string): string => Buffer.from(text).toString('base64');
    const secret = await client.secret.create({ body: { Name: 'password', Data: data('opensesame') } });
    const config = await client.config.create({
      body: { Name: 'settings', Data: data('{{.Service.Name}} {{secret "password"}}'), Templating: { Name: 'golang' } },
    });
    expect(JSON.stringify(await client.secret.list())).not.toContain('Data');
    await create('web', replicas(1), {
      Args: ['sh', '-c', 'cat /run/secrets/key /etc/app; sleep 99'],
      Secrets: [
        { SecretID: secret.ID, SecretName: 'password', File: { Name: 'key', UID: '0', GID: '0', Mode: 0o400 } },
      ],
      Configs: [
        { ConfigID: config.ID, ConfigName: 'settings', File: { Name: '/etc/app', UID: '0', GID: '0', Mode: 0o444 } },
      ],
    });
    const logs = await (await client.service.logs({ id: 'web', stdout: true, stderr: true })).text();
    expect(logs).toMatchObject({ stdout: 'opensesameweb opensesame', stderr: '' });
    await expect(client.secret.delete({ id: 'password' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("secret 'password' is in use by the following service: web") as string,
    });
    const { Version } = await client.secret.inspect({ id: 'password' });
    await expect(
      client.secret.update({ id: 'password', version: Version.Index, body: { Name: 'password', Data: data('other') } }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('only updates to Labels are allowed') as string,
    });
  });
});

it('a swarm survives a restore of the state', async () => {
  const { engine, client, create, settle } = scene();
  await create('web', replicas(2));
  const before = await client.service.inspect({ id: 'web' });
  await engine.restore(engine.snapshot());
  await settle(10_000);
  expect((await client.service.inspect({ id: 'web' })).ID).toBe(before.ID);
  expect(await running('web')).toHaveLength(2);
  expect(await client.container.list()).toHaveLength(2);
});

it('an engine outside of a swarm joins another one of the process', async () => {
  const { engine } = scene();
  const node = engine.swarm.addNode({ joins: false });
  expect(() => node.engine.swarm.member.requireManager()).toThrow('This node is not a swarm manager');
  const alone = await startEngine({ publishPorts: false });
  const client = await connect({ host: alone.address, version: '1.44' });
  const body = {
    ListenAddr: '0.0.0.0:2377',
    RemoteAddrs: ['192.168.65.3:2377'],
    JoinToken: engine.swarm.joinToken('worker'),
  };
  // Engines that share no network never meet.
  await expect(client.swarm.join({ body })).rejects.toMatchObject({ status: 503 });
  await client.close();
  await alone.close();
});
