/** Managers that leave, are lost, or are locked. */
import { describe, expect, it } from 'vitest';
import { apiOf, init, join, newEngine, swarmOf } from './swarm-api.js';

describe('managers that leave', () => {
  it.each([
    [0, 0, 'Removing the last manager erases all current state'],
    [1, 0, 'Removing this node leaves 1 managers out of 2.'],
    [2, 0, 'The only way to restore a swarm that has lost consensus is to reinitialize it'],
    [2, 1, 'Removing this node leaves 1 managers out of 3.'],
  ])('are warned with %i others, %i of them stopped', async (others, stopped, message) => {
    const { engine, api } = newEngine();
    engine.swarm.init();
    for (let other = 0; other < others; other += 1) engine.swarm.addNode({ role: 'manager' });
    for (const node of engine.swarm.nodes.slice(0, stopped)) await node.stop();
    const warned = await api('POST /swarm/leave');
    expect([warned.status, warned.message]).toEqual([503, expect.stringContaining(message)]);
    expect((await swarmOf(api)).LocalNodeState).toBe('active');
    expect((await api('POST /swarm/leave?force=1')).status).toBe(200);
    expect((await swarmOf(api)).LocalNodeState).toBe('inactive');
    await engine.close();
  });

  it('without quorum stop the swarm, until one of them is made the only one', async () => {
    const { engine, api, settle } = newEngine();
    engine.swarm.init();
    const [other, worker] = [engine.swarm.addNode({ role: 'manager' }), engine.swarm.addNode()];
    const JoinToken = engine.swarm.joinToken('worker');
    await other.stop();
    const lost = await api('GET /nodes');
    expect([lost.status, lost.message]).toEqual([500, expect.stringContaining('does not have a leader')]);
    const late = engine.swarm.addNode({ joins: false }).engine;
    const joins = await join(apiOf(late), { RemoteAddrs: ['192.168.65.3'], JoinToken });
    expect(joins.status).toBe(500);
    expect((await init(api, { ForceNewCluster: true })).body).toBe(engine.swarm.nodeId);
    await settle(20_000);
    const roles = engine.swarm.list().map(({ id, role, state, manager }) => [id, [role, state, manager?.isLeader]]);
    expect(Object.fromEntries(roles)).toEqual({
      [engine.swarm.nodeId]: ['manager', 'ready', true],
      [other.id]: ['worker', 'down', undefined],
      [worker.id]: ['worker', 'ready', undefined],
    });
    await engine.close();
  });

  it('locked ones only leave by force', async () => {
    const { engine, api, settle } = newEngine();
    await init(api, { AutoLockManagers: true });
    const { UnlockKey } = (await api('GET /swarm/unlockkey')).body as { readonly UnlockKey: string };
    const { member } = engine.swarm;
    const restart = (): void => {
      member.disconnect();
      member.reconnect();
    };
    restart();
    expect([member.state, (await api('POST /swarm/leave')).status]).toEqual(['locked', 503]);
    expect((await init(api, {})).message).toContain('needs to be unlocked');
    expect((await api('GET /_ping')).headers.get('swarm')).toBe('locked');
    expect((await api('POST /swarm/unlock', { UnlockKey })).status).toBe(200);
    await settle();
    expect([member.state, (await api('GET /nodes')).status]).toEqual(['active', 200]);
    restart();
    expect((await api('POST /swarm/leave?force=1')).status).toBe(200);
    expect(member.state).toBe('inactive');
    await engine.close();
  });
});
