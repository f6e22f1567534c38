/** Tests the differences of the system and of plugins, for clients of 1.41 and of 1.44. */
import { describe, expect, it } from 'vitest';
import { response, newerClient, olderClient } from '../scene.js';

const at41 = async (operation: string, body: unknown) =>
  (await olderClient({ [operation]: body }).call(operation)).body;
const at44 = async (operation: string, body: unknown) =>
  (await newerClient({ [operation]: body }).call(operation)).body;

it('kernelmemory-info: it is always sent at 1.41', async () => {
  expect(await at41('SystemInfo', {})).toEqual({ KernelMemory: false, KernelMemoryTCP: false });
  expect(await at44('SystemInfo', { KernelMemory: true, KernelMemoryTCP: false, CDISpecDirs: [] })).toEqual({
    CDISpecDirs: [],
  });
});

it('info-clusterstore: the former cluster mode is not sent at 1.44', async () => {
  const old = { ClusterStore: 'a', ClusterAdvertise: 'b', CDISpecDirs: [] };
  expect(await at44('SystemInfo', old)).toEqual({ CDISpecDirs: [] });
  expect(await at41('SystemInfo', { ID: 'x' })).not.toHaveProperty('ClusterStore');
});

it('info-cdi: folders of device specifications are not sent at 1.41', async () => {
  expect(await at41('SystemInfo', { CDISpecDirs: ['/a'] })).not.toHaveProperty('CDISpecDirs');
  expect(await at44('SystemInfo', {})).toEqual({ CDISpecDirs: [] });
});

it('info-runtimes-status: runtimes have neither features nor a shim at 1.41', async () => {
  const Runtimes = { runc: { path: 'runc', status: { a: 'b' } }, other: { runtimeType: 'x', options: {} } };
  expect(await at41('SystemInfo', { Runtimes })).toMatchObject({ Runtimes: { runc: { path: 'runc' }, other: {} } });
  expect(await at41('SystemInfo', { Runtimes })).not.toHaveProperty('Runtimes.runc.status');
  const old = { Runtimes: { runc: { path: 'runc' } }, CDISpecDirs: [] };
  expect(await at44('SystemInfo', old)).toEqual(old);
});

it('ping-builder: no header means the classic builder at 1.41', async () => {
  for (const operation of ['SystemPing', 'SystemPingHead']) {
    const ping = async (headers: Readonly<Record<string, string>>) =>
      (await newerClient({ [operation]: response(200, 'OK', headers) }).call(operation)).headers;
    expect(await ping({})).toEqual({ 'Builder-Version': '1' });
    expect(await ping({ 'builder-version': '2' })).toEqual({ 'builder-version': '2' });
    const older = olderClient({ [operation]: response(200, 'OK', { 'Builder-Version': '2' }) });
    expect((await older.call(operation)).headers).toEqual({ 'Builder-Version': '2' });
  }
});

it('ping-swarm: a ping reports the swarm state at 1.44 only', async () => {
  const older = olderClient({ SystemPing: response(200, 'OK', { Swarm: 'inactive', 'Api-Version': '1.44' }) });
  expect((await older.call('SystemPing')).headers).toEqual({ 'Api-Version': '1.44' });
  const states: readonly (readonly [object, string])[] = [
    [{ LocalNodeState: 'active', ControlAvailable: true }, 'active/manager'],
    [{ LocalNodeState: 'active', ControlAvailable: false }, 'active/worker'],
    [{ LocalNodeState: 'inactive', ControlAvailable: false }, 'inactive'],
  ];
  for (const [Swarm, wanted] of states) {
    const newer = newerClient({ SystemPing: response(200, 'OK'), SystemInfo: { Swarm } });
    expect((await newer.call('SystemPing')).headers['Swarm']).toBe(wanted);
  }
  const unknown = newerClient({
    SystemPing: response(200, 'OK'),
    SystemInfo: () => {
      throw new Error('no handler');
    },
  });
  expect(await unknown.call('SystemPing')).toMatchObject({ status: 200, headers: {} });
});

it('df-type: everything is measured at 1.41; types that were not requested are removed', async () => {
  const usage = { LayersSize: 9, Images: [], Containers: [], Volumes: [], BuildCache: [] };
  const older = olderClient({ SystemDataUsage: usage });
  await older.call('SystemDataUsage', { query: { type: ['image'] } });
  expect(older.last('SystemDataUsage')?.query).toEqual({});

  const newer = newerClient({ SystemDataUsage: usage });
  const of = async (...type: readonly string[]) => (await newer.call('SystemDataUsage', { query: { type } })).body;
  expect(await of('volume')).toEqual({ LayersSize: 0, Images: null, Containers: null, Volumes: [], BuildCache: null });
  expect(await of('image', 'container')).toEqual({ ...usage, Volumes: null, BuildCache: null });
  expect(newer.last('SystemDataUsage')?.query).toEqual({});
  expect((await newer.call('SystemDataUsage')).body).toEqual(usage);
  await expect(of('dust')).rejects.toMatchObject({ status: 400, message: 'unknown object type: dust' });
});

it('df-type: a client of 1.41 gets every array, including those that an engine leaves out', async () => {
  const older = olderClient({ SystemDataUsage: { Images: [], Volumes: null } });
  const { body } = await older.call('SystemDataUsage');
  expect(body).toMatchObject({ Images: [], Containers: null, Volumes: null, BuildCache: null });
});

describe('df-concurrent', () => {
  it('df-concurrent: measurements wait for each other before 1.41', async () => {
    let [running, most] = [0, 0];
    const measure = async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return {};
    };
    const newer = newerClient({ SystemDataUsage: measure });
    await Promise.all([1, 2, 3].map(() => newer.call('SystemDataUsage')));
    expect(most).toBe(1);
    // An implementation of 1.44 shares one measurement by itself.
    most = 0;
    const older = olderClient({ SystemDataUsage: measure });
    await Promise.all([1, 2, 3].map(() => older.call('SystemDataUsage')));
    expect(most).toBe(3);
  });

  it('df-concurrent: a failed measurement does not stop later ones', async () => {
    let count = 0;
    const newer = newerClient({
      SystemDataUsage: () => {
        if ((count += 1) === 1) throw new Error('cut');
        return {};
      },
    });
    const [first, second] = await Promise.allSettled([1, 2].map(() => newer.call('SystemDataUsage')));
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
  });
});

it('df-buildersize: the size of the build cache is sent at 1.41', async () => {
  expect(await at41('SystemDataUsage', { BuildCache: [{ Size: 2 }, { Size: 3 }] })).toMatchObject({ BuilderSize: 5 });
  // Current engines leave out a 0.
  for (const BuildCache of [null, []])
    expect(await at41('SystemDataUsage', { BuildCache })).not.toHaveProperty('BuilderSize');
  expect(await at44('SystemDataUsage', { BuildCache: [], BuilderSize: 5 })).toEqual({ BuildCache: [] });
});

it('df-parent: a record of the build cache has one parent at 1.41', async () => {
  const records = [{ ID: 'a', ' Parents': ['p', 'q'] }, { ID: 'b' }];
  expect(await at41('SystemDataUsage', { BuildCache: records })).toMatchObject({
    BuildCache: [
      { ID: 'a', Parent: 'p' },
      { ID: 'b', Parent: '' },
    ],
  });
  expect(
    await at44('SystemDataUsage', {
      BuildCache: [
        { ID: 'a', Parent: 'p' },
        { ID: 'b', Parent: '' },
      ],
    }),
  ).toEqual({
    BuildCache: [{ ID: 'a', ' Parents': ['p'] }, { ID: 'b' }],
  });
});

it('plugin-enabled-numbers: the filter accepts words only at 1.41', async () => {
  const query = { filters: { enabled: ['1', '0', 'true'] } };
  const newer = newerClient();
  await newer.call('PluginList', { query });
  expect(newer.last('PluginList')?.query).toEqual({ filters: { enabled: ['true', 'false', 'true'] } });
  const older = olderClient();
  await older.call('PluginList', { query: { filters: { enabled: ['false'] } } });
  expect(older.last('PluginList')?.query).toEqual({ filters: { enabled: ['false'] } });
});
