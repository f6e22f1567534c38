/** The nodes of a swarm: membership, roles, lost nodes, leaders. */
import type { ServiceSpecInput } from '@lading/types-v1.44';
import { describe, expect, it } from 'vitest';
import { useSwarmScene } from './swarm-scene.js';

const scene = useSwarmScene();
const replicas = (Replicas: number): Partial<ServiceSpecInput> => ({ Mode: { Replicated: { Replicas } } });

async function nodeStates(): Promise<Record<string, string>> {
  const nodes = await scene().client.node.list();
  return Object.fromEntries(nodes.map(({ Description, Status }) => [Description.Hostname ?? '', Status.State]));
}

async function running(service: string) {
  return (await scene().tasks(service)).filter(
    ({ Status, DesiredState }) => Status.State === 'running' && DesiredState === 'running',
  );
}

describe('nodes', () => {
  it('run the tasks of a service, each in its own engine', async () => {
    const { engine, client, create } = scene();
    const worker = engine.swarm.addNode({ hostname: 'worker' });
    await create('web', replicas(4));
    const nodes = (await running('web')).map(({ NodeID }) => NodeID);
    expect(nodes.filter((id) => id === worker.id)).toHaveLength(2);
    expect(await client.container.list()).toHaveLength(2);
    expect(
      worker.engine.containers.all().map(({ settings }) => settings.labels['com.docker.swarm.service.name']),
    ).toEqual(['web', 'web']);
  });

  it('that stop are down after three heartbeats, and their tasks run elsewhere', async () => {
    const { engine, create, settle } = scene();
    const worker = engine.swarm.addNode({ hostname: 'worker' });
    await create('web', replicas(2));
    await worker.stop();
    await settle(14_000);
    expect((await nodeStates())['worker']).toBe('ready');
    await settle(2_000);
    expect((await nodeStates())['worker']).toBe('down');
    await settle(6_000);
    expect((await running('web')).map(({ NodeID }) => NodeID)).toEqual([engine.swarm.nodeId, engine.swarm.nodeId]);
    await worker.start();
    await settle();
    expect((await nodeStates())['worker']).toBe('ready');
    const old = (await scene().tasks('web')).find(({ NodeID }) => NodeID === worker.id);
    expect(old).toMatchObject({ DesiredState: 'shutdown', Status: { State: 'shutdown' } });
  });

  it('that stay away lose their tasks as orphaned', async () => {
    const { engine, create, settle } = scene();
    const worker = engine.swarm.addNode();
    await create('web', { Mode: { Global: {} } });
    await worker.stop();
    await settle(20_000);
    await settle(24 * 3_600_000);
    const task = (await scene().tasks('web')).find(({ NodeID }) => NodeID === worker.id);
    expect(task?.Status.State).toBe('orphaned');
  });

  it('are drained by an update, at once', async () => {
    const { engine, client, create, settle } = scene();
    const worker = engine.swarm.addNode();
    await create('web', replicas(2));
    const { Version } = await client.node.inspect({ id: worker.id });
    await client.node.update({
      id: worker.id,
      version: Version.Index,
      body: { Role: 'worker', Availability: 'drain' },
    });
    await settle();
    expect((await running('web')).map(({ NodeID }) => NodeID)).toEqual([engine.swarm.nodeId, engine.swarm.nodeId]);
  });

  it('are removed only when they are down, or by force', async () => {
    const { engine, client } = scene();
    const worker = engine.swarm.addNode();
    await expect(client.node.delete({ id: worker.id })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`node ${worker.id} is not down and can't be removed`) as string,
    });
    await client.node.delete({ id: worker.id, force: true });
    expect(await client.node.list()).toHaveLength(1);
    expect(worker.engine.swarm.member.state).toBe('error');
  });

  it('need a token, and their role is that of the token', async () => {
    const { engine, client } = scene();
    const other = engine.swarm.addNode({ joins: false }).engine.swarm.member;
    const { JoinTokens } = await client.swarm.inspect();
    const settings = { address: '192.168.65.9', port: 2377, availability: 'active' as const };
    const remotes = (await client.system.info()).Swarm.RemoteManagers?.map(({ Addr }) => Addr) ?? [];
    const join = (token: string): void => other.join({ ...settings, remotes, token });
    expect(() => join('nonsense')).toThrow('invalid join token');
    expect(() => join(`${JoinTokens.Worker.slice(0, -1)}_`)).toThrow('invalid join token');
    expect(() => join(JoinTokens.Worker.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toThrow(
      'A valid join token is necessary',
    );
    join(JoinTokens.Manager);
    expect(other.isManager).toBe(true);
    expect(() => join(JoinTokens.Manager)).toThrow('already part of a swarm');
  });
});

describe('managers', () => {
  it('need more than half of them, and elect another leader', async () => {
    const { engine, client, settle } = scene();
    const [one, other] = [engine.swarm.addNode({ role: 'manager' }), engine.swarm.addNode({ role: 'manager' })];
    await one.stop();
    await settle(20_000);
    const stopped = await client.node.inspect({ id: one.id });
    expect(stopped.ManagerStatus).toMatchObject({ Reachability: 'unreachable' });
    await other.stop();
    await expect(client.node.list()).rejects.toMatchObject({
      message: expect.stringContaining('does not have a leader') as string,
    });
    await one.start();
    await settle(20_000);
    expect(await client.node.list()).toHaveLength(3);
    expect((await client.node.inspect({ id: one.id })).ManagerStatus).toMatchObject({ Reachability: 'reachable' });
  });

  it('cannot all be demoted', async () => {
    const { engine, client } = scene();
    const id = engine.swarm.nodeId;
    const update = async (role: 'worker' | 'manager', node: string) => {
      const { Version } = await client.node.inspect({ id: node });
      await client.node.update({ id: node, version: Version.Index, body: { Role: role, Availability: 'active' } });
    };
    await expect(update('worker', id)).rejects.toMatchObject({
      message: expect.stringContaining('demote the last manager') as string,
    });
    const worker = engine.swarm.addNode();
    await update('manager', worker.id);
    expect((await client.node.inspect({ id: worker.id })).ManagerStatus).toMatchObject({ Reachability: 'reachable' });
    await update('worker', worker.id);
    expect((await client.node.inspect({ id: worker.id })).ManagerStatus).toBeUndefined();
    await expect(client.swarm.leave()).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('participating as a manager') as string,
    });
  });

  it('are locked after a restart of a swarm that asks for it, until they get the key', async () => {
    const { engine, client, settle } = scene();
    const { Spec, Version } = await client.swarm.inspect();
    await client.swarm.update({
      version: Version.Index,
      body: { ...Spec, EncryptionConfig: { AutoLockManagers: true } },
    });
    const { UnlockKey } = await client.swarm.unlockkey();
    expect(UnlockKey).toMatch(/^SWMKEY-1-/);
    await expect(client.swarm.unlock({ body: { UnlockKey } })).rejects.toMatchObject({ status: 409 });
    await engine.restore(engine.snapshot());
    expect((await client.system.info()).Swarm.LocalNodeState).toBe('locked');
    await expect(client.node.list()).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('needs to be unlocked') as string,
    });
    await expect(client.swarm.unlock({ body: { UnlockKey: 'SWMKEY-1-none' } })).rejects.toMatchObject({ status: 401 });
    await client.swarm.unlock({ body: { UnlockKey } });
    await settle();
    expect(await client.node.list()).toHaveLength(1);
  });

  it('rotate tokens and the root certificate', async () => {
    const { client } = scene();
    const before = await client.swarm.inspect();
    await client.swarm.update({
      version: before.Version.Index,
      rotateWorkerToken: true,
      body: { ...before.Spec, CAConfig: { ForceRotate: 1 } },
    });
    const after = await client.swarm.inspect();
    expect(after.JoinTokens.Worker.slice(-25)).not.toBe(before.JoinTokens.Worker.slice(-25));
    expect(after.JoinTokens.Manager.slice(-25)).toBe(before.JoinTokens.Manager.slice(-25));
    expect(after.TLSInfo.TrustRoot).not.toBe(before.TLSInfo.TrustRoot);
    await expect(client.swarm.update({ version: before.Version.Index, body: before.Spec })).rejects.toMatchObject({
      reason: 'rpc error: code = Unknown desc = update out of sequence',
    });
  });
});
