/** Requests that create, change and leave a swarm: what they accept, and in which words they are rejected. */
import type { ClusterInfo, Swarm } from '@lading/types-v1.44';
import { describe, expect, it } from 'vitest';
import { apiOf, init, join, newEngine, swarmOf, type Api } from './swarm-api.js';

const notManager = 'This node is not a swarm manager. Use "docker swarm init"';
const workerOnly = "Worker nodes can't be used to view or modify cluster state";
const inspect = async (api: Api) => (await api('GET /swarm')).body as Swarm;

describe('a swarm is created', () => {
  it.each([
    [{}, '192.168.65.3', '192.168.65.3:2377'],
    [{ ListenAddr: '0.0.0.0:4000' }, '192.168.65.3', '192.168.65.3:4000'],
    [{ ListenAddr: 'eth0:4000' }, '192.168.65.3', '192.168.65.3:4000'],
    [{ ListenAddr: '127.0.0.1' }, '192.168.65.3', '192.168.65.3:2377'],
    [{ AdvertiseAddr: '10.1.2.3' }, '10.1.2.3', '10.1.2.3:2377'],
    [{ AdvertiseAddr: '10.1.2.3:4567', ListenAddr: '0.0.0.0:4000' }, '10.1.2.3', '10.1.2.3:4567'],
    [{ AdvertiseAddr: 'wlan0:4567' }, '192.168.65.3', '192.168.65.3:4567'],
    [{ AdvertiseAddr: '[fd00::1]:4567' }, 'fd00::1', 'fd00::1:4567'],
    [{ AdvertiseAddr: 'fd00::12' }, 'fd00::12', 'fd00::12:2377'],
  ])('at addresses: %j', async (body, NodeAddr, Addr) => {
    const { engine, api } = newEngine();
    const { body: NodeID } = await init(api, body);
    expect(await swarmOf(api)).toMatchObject({ NodeID, NodeAddr, RemoteManagers: [{ NodeID, Addr }] });
    await engine.close();
  });

  it.each([
    [{}, { DataPathPort: 4789, DefaultAddrPool: ['10.0.0.0/8'], SubnetSize: 24 }],
    [{ DataPathPort: 1024 }, { DataPathPort: 1024 }],
    [{ DataPathPort: 49_151 }, { DataPathPort: 49_151 }],
    [
      { DefaultAddrPool: ['10.9.0.0/16'], SubnetSize: 29 },
      { DefaultAddrPool: ['10.9.0.0/16'], SubnetSize: 29 },
    ],
    [{ DefaultAddrPool: ['10.9.0.0/16'] }, { DefaultAddrPool: ['10.9.0.0/16'], SubnetSize: 24 }],
    [
      { DefaultAddrPool: [], SubnetSize: 20 },
      { DefaultAddrPool: ['10.0.0.0/8'], SubnetSize: 24 },
    ],
    [{ SubnetSize: 20 }, { SubnetSize: 24 }],
    [{ AutoLockManagers: true }, { Spec: { EncryptionConfig: { AutoLockManagers: true } } }],
    [
      { Spec: { EncryptionConfig: { AutoLockManagers: true }, Labels: { a: 'b' } } },
      { Spec: { EncryptionConfig: { AutoLockManagers: true }, Labels: { a: 'b' } } },
    ],
    [{ ForceNewCluster: true }, { Spec: { Name: 'default', EncryptionConfig: { AutoLockManagers: false } } }],
  ])('with %j', async (body, wanted) => {
    const { engine, api } = newEngine();
    expect((await init(api, body)).status).toBe(200);
    const swarm = await inspect(api);
    expect(swarm).toMatchObject({ ...wanted, Version: { Index: 1 }, RootRotationInProgress: false });
    const { UnlockKey } = (await api('GET /swarm/unlockkey')).body as { readonly UnlockKey: string };
    expect(UnlockKey !== '').toBe(swarm.Spec?.EncryptionConfig?.AutoLockManagers);
    await engine.close();
  });

  it.each([
    [{ ListenAddr: 'nonsense' }, 400, 'listen address must be an IP address'],
    [{ ListenAddr: '300.1.1.1:2377' }, 400, 'listen address must be an IP address'],
    [{ ListenAddr: 'an eth0' }, 400, 'listen address must be an IP address'],
    [{ ListenAddr: 'eth0 too' }, 400, 'listen address must be an IP address'],
    [{ AdvertiseAddr: 'nonsense:2377' }, 400, 'advertise address must be a non-zero IP address'],
    [{ AdvertiseAddr: 'eth0 too' }, 400, 'advertise address must be a non-zero IP address'],
  ])('not with %j', async (body, status, message) => {
    const { engine, api } = newEngine();
    const response = await init(api, body);
    expect([response.status, response.message]).toEqual([status, expect.stringContaining(message)]);
    expect(await swarmOf(api)).toEqual({
      NodeID: '',
      NodeAddr: '',
      LocalNodeState: 'inactive',
      ControlAvailable: false,
      Error: '',
      RemoteManagers: null,
    });
    await engine.close();
  });

  it('only outside of another one', async () => {
    const { engine, api } = newEngine();
    await init(api, { Availability: 'drain' });
    const again = await init(api, {});
    expect([again.status, again.message]).toEqual([503, expect.stringContaining('already part of a swarm')]);
    expect((await join(api)).status).toBe(503);
    expect(engine.swarm.list().map(({ availability }) => availability)).toEqual(['drain']);
    await engine.close();
  });
});

describe('an engine joins', () => {
  async function joining(body: object) {
    const { engine, api } = newEngine();
    engine.swarm.init();
    const node = engine.swarm.addNode({ joins: false }).engine;
    const response = await join(apiOf(node), body);
    return { engine, api, node, response, swarm: await swarmOf(apiOf(node)) };
  }

  it.each([
    [{ JoinToken: '' }, 400, 'A valid join token is necessary to join this cluster'],
    [{ JoinToken: 'x' }, 500, 'invalid join token'],
    [{ JoinToken: 'xSWMTKN-1-a-b' }, 500, 'invalid join token'],
    [{ JoinToken: 'SWMTKN-1-a-b_' }, 500, 'invalid join token'],
    [{ RemoteAddrs: ['192.168.65.99'], JoinToken: '' }, 400, 'A valid join token is necessary to join this cluster'],
    [{ RemoteAddrs: ['192.168.65.99'], JoinToken: 'SWMTKN-1-a-b_' }, 500, 'invalid join token'],
    [{ RemoteAddrs: ['192.168.65.99'] }, 503, 'dial tcp 192.168.65.99:2377: connect: connection refused'],
    [{ RemoteAddrs: ['192.168.65.3:1'] }, 503, 'dial tcp 192.168.65.3:1: connect: connection refused'],
    [{ ListenAddr: 'nonsense' }, 400, 'listen address must be an IP address'],
  ])('not with %j', async (body, status, message) => {
    const { engine, response, swarm } = await joining(body);
    expect([response.status, response.message]).toEqual([status, expect.stringContaining(message)]);
    expect(swarm.LocalNodeState).toBe('inactive');
    expect(engine.swarm.list()).toHaveLength(1);
    await engine.close();
  }); // prettier-ignore

  it.each(['worker', 'manager'] as const)('as a %s, and leaves', async (role) => {
    const { engine } = newEngine();
    engine.swarm.init();
    const node = engine.swarm.addNode({ joins: false }).engine;
    const nodeApi = apiOf(node);
    const RemoteAddrs = ['192.168.65.98', '192.168.65.3'];
    const body = { RemoteAddrs, JoinToken: engine.swarm.joinToken(role), Availability: 'pause' };
    expect((await join(nodeApi, { ...body, AdvertiseAddr: '10.1.2.3:4000' })).status).toBe(200);
    const { manager, ...record } = engine.swarm.list().find(({ id }) => id === node.swarm.nodeId) ?? {};
    expect(record).toMatchObject({ role, availability: 'pause', address: '10.1.2.3', state: 'ready' });
    expect(manager?.address).toBe(role === 'manager' ? '10.1.2.3:4000' : undefined);
    expect((await join(nodeApi, body)).message).toContain('already part of a swarm');
    // Another engine reaches the swarm through a manager, and through no worker.
    const other = engine.swarm.addNode({ joins: false }).engine;
    const through = await join(apiOf(other), { ...body, RemoteAddrs: ['10.1.2.3:4000'] });
    expect(through.status).toBe(role === 'manager' ? 200 : 503);
    expect((await nodeApi('POST /swarm/leave?force=1')).status).toBe(200);
    expect(await swarmOf(nodeApi)).toMatchObject({ LocalNodeState: 'inactive', NodeID: '', NodeAddr: '' });
    expect([...node.ports.store.list('swarm')]).toEqual([]);
    expect(node.networks.all().some(({ name }) => name === 'ingress')).toBe(false);
    expect((await init(nodeApi, {})).status).toBe(200);
    await engine.close();
  });
});

describe('operations of managers are rejected', () => {
  const operations = [
    ...['GET /swarm', 'GET /swarm/unlockkey', 'POST /swarm/update?version=1', 'GET /nodes', 'GET /services'],
    ...['GET /tasks', 'GET /secrets', 'GET /configs', 'POST /services/create', 'POST /secrets/create'],
  ];

  it('outside of a swarm, and on workers, after their bodies are decoded', async () => {
    const { engine, api } = newEngine();
    const reject = async (target: Api, request: string, message: string): Promise<void> => {
      const response = await target(request, request.startsWith('POST') ? { Name: '' } : undefined);
      expect([request, response.status, response.message]).toEqual([request, 503, expect.stringContaining(message)]);
    };
    expect((await api('POST /services/create', { Mode: 1 })).message).toBe(
      'invalid JSON: json: cannot unmarshal number into Go struct field ServiceSpec.Mode of type swarm.ServiceMode',
    );
    for (const request of operations) await reject(api, request, notManager);
    await reject(api, 'POST /swarm/leave', 'This node is not part of a swarm');
    await reject(api, 'POST /swarm/unlock', notManager);
    expect((await api('GET /containers/json')).status).toBe(200);
    const worker = apiOf(engine.swarm.addNode().engine);
    for (const request of operations) await reject(worker, request, workerOnly);
    expect((await init(worker)).message).toContain('already part of a swarm');
    expect((await init(worker, { ForceNewCluster: true })).message).toContain(workerOnly);
    expect((await worker('POST /swarm/unlock', { UnlockKey: 'x' })).status).toBe(409);
    await engine.close();
  });
});

describe('what an engine reports about its swarm', () => {
  const header = async (api: Api) => (await api('GET /_ping')).headers.get('swarm');

  it('follows its place in it', async () => {
    const { engine, api } = newEngine();
    expect(await header(api)).toBe('inactive');
    engine.swarm.init();
    expect(await header(api)).toBe('active/manager');
    const { Cluster, ...alone } = await swarmOf(api);
    const { JoinTokens: _tokens, ...cluster } = await inspect(api);
    expect(Cluster).toEqual(cluster satisfies ClusterInfo);
    expect(alone).toMatchObject({ LocalNodeState: 'active', ControlAvailable: true, Nodes: 1, Managers: 1 });
    expect(alone).not.toHaveProperty('Warnings');
    const worker = engine.swarm.addNode().engine;
    expect(await header(apiOf(worker))).toBe('active/worker');
    expect(await swarmOf(apiOf(worker))).toEqual({
      NodeID: worker.swarm.nodeId,
      NodeAddr: worker.swarm.member.address,
      LocalNodeState: 'active',
      ControlAvailable: false,
      Error: '',
      RemoteManagers: [{ NodeID: engine.swarm.nodeId, Addr: '192.168.65.3:2377' }],
    });
    const managers = [engine.swarm.addNode({ role: 'manager' }), engine.swarm.addNode({ role: 'manager' })];
    expect(await swarmOf(api)).toMatchObject({ Nodes: 4, Managers: 3 });
    expect(await swarmOf(api)).not.toHaveProperty('Warnings');
    await managers[0]?.leave();
    const [node] = engine.swarm.list().filter(({ id }) => !engine.swarm.state?.isConnected(id));
    engine.swarm.state?.nodes.forceSingleManager(engine.swarm.nodeId);
    expect([node?.role, (await swarmOf(api)).Managers]).toEqual(['manager', 1]);
    engine.swarm.addNode({ role: 'manager' });
    expect((await swarmOf(api)).Warnings).toEqual([expect.stringContaining('two-manager configuration')]);
    // A removed node knows why.
    engine.swarm.state?.nodes.remove(engine.swarm.state.nodes.find(worker.swarm.nodeId), true);
    expect(await swarmOf(apiOf(worker))).toMatchObject({
      LocalNodeState: 'error',
      RemoteManagers: null,
      Error: 'rpc error: code = PermissionDenied desc = node was removed from the swarm',
    });
    expect(await header(apiOf(worker))).toBe('error');
    await engine.close();
  });
});

describe('an update of a swarm', () => {
  it('changes what it names, and nothing else', async () => {
    const { engine, api } = newEngine();
    engine.swarm.init();
    type State = Awaited<ReturnType<typeof stateOf>>;
    const stateOf = async () => {
      const { JoinTokens, TLSInfo } = await inspect(api);
      const { UnlockKey } = (await api('GET /swarm/unlockkey')).body as { readonly UnlockKey: string };
      return { worker: JoinTokens.Worker.slice(-25), manager: JoinTokens.Manager.slice(-25), root: TLSInfo?.TrustRoot, key: UnlockKey };
    }; // prettier-ignore
    const locks = { EncryptionConfig: { AutoLockManagers: true } };
    const rotated = { CAConfig: { ForceRotate: 1 } };
    const updates: readonly (readonly [query: string, changes: object, changed: readonly (keyof State)[]])[] = [
      ['', {}, []],
      ['rotateWorkerToken=1', {}, ['worker']],
      ['rotateManagerToken=1', {}, ['manager']],
      ['rotateManagerUnlockKey=1', {}, []],
      ['', rotated, ['root']],
      ['', { ...rotated, ...locks }, ['key']],
      ['', { ...rotated, ...locks }, []],
      ['rotateManagerUnlockKey=1', { ...rotated, ...locks }, ['key']],
      ['', rotated, ['key']],
      ['', { CAConfig: { ForceRotate: 2 } }, ['root']],
    ];
    for (const [query, changes, changed] of updates) {
      const before = await stateOf();
      const { Spec, Version } = await inspect(api);
      const response = await api(`POST /swarm/update?version=${Version.Index}&${query}`, { ...Spec, EncryptionConfig: {}, CAConfig: {}, ...changes }); // prettier-ignore
      expect(response.status).toBe(200);
      const after = await stateOf();
      const different = (Object.keys(after) as (keyof State)[]).filter((each) => after[each] !== before[each]);
      expect([query, changes, different]).toEqual([query, changes, changed]);
    }
    const { Version } = await inspect(api);
    expect((await api(`POST /swarm/update?version=${Version.Index - 1}`, { Name: 'default' })).status).toBe(500);
    await engine.close();
  });
});
