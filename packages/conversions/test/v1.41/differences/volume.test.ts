/** Tests the differences of volumes, for clients of 1.41 and of 1.44. */
import { describe, expect, it } from 'vitest';
import { response, newerClient, olderClient } from '../scene.js';

const hex = (digit: string) => digit.repeat(64);

describe('volumes-prune-all', () => {
  const Volumes = [
    { Name: hex('a'), Driver: 'local', Options: null, Labels: null },
    { Name: 'named', Driver: 'local', Options: null, Labels: null },
    { Name: hex('b'), Driver: 'local', Options: { type: 'nfs' }, Labels: null },
    { Name: hex('c'), Driver: 'other', Options: null, Labels: null },
    { Name: hex('d'), Driver: 'local', Options: null, Labels: { keep: 'yes' } },
    { Name: hex('e'), Driver: 'local', Options: null, Labels: {} },
  ];
  const engine = {
    VolumeList: { Volumes },
    SystemDataUsage: { Volumes: [{ Name: hex('a'), UsageData: { Size: 5 } }] },
    VolumeDelete: ({ path }: { path: { name?: string } }) => response(path.name === hex('e') ? 409 : 204),
    VolumePrune: { VolumesDeleted: ['all'], SpaceReclaimed: 1 },
  };

  it('volumes-prune-all: 1.41 prunes every unused volume', async () => {
    const older = olderClient(engine);
    await older.call('VolumePrune');
    expect(older.last('VolumePrune')?.query).toEqual({ filters: { all: ['true'] } });
    await older.call('VolumePrune', { query: { filters: { label: ['x'] } } });
    expect(older.last('VolumePrune')?.query).toEqual({ filters: { label: ['x'], all: ['true'] } });
  });

  it('volumes-prune-all: before 1.41 only anonymous volumes are deleted, and the request is never passed on', async () => {
    const newer = newerClient(engine);
    const pruned = await newer.call('VolumePrune', { query: { filters: { 'label!': ['keep'] } } });
    expect(pruned).toEqual(response(200, { VolumesDeleted: [hex('a')], SpaceReclaimed: 5 }));
    expect(newer.last('VolumePrune')).toBeUndefined();
    const deleted = newer.seen.filter(({ operation }) => operation === 'VolumeDelete').map(({ path }) => path['name']);
    expect(deleted).toEqual([hex('a'), hex('e')]);
    await newer.call('VolumePrune', { query: { filters: { all: ['false'], label: ['keep=yes'] } } });
    expect(newer.last('VolumeDelete')?.path).toEqual({ name: hex('d') });
    await expect(newer.call('VolumePrune', { query: { filters: { until: ['1h'] } } })).rejects.toMatchObject({
      status: 400,
    });
    await expect(newer.call('VolumePrune', { query: { filters: { all: ['maybe'] } } })).rejects.toMatchObject({
      status: 400,
    });
    expect(newer.last('VolumePrune')).toBeUndefined();
  });

  it('volumes-prune-all: a request for all volumes is passed on without the filter', async () => {
    const newer = newerClient(engine);
    await newer.call('VolumePrune', { query: { filters: { all: ['true'], label: ['x'] } } });
    expect(newer.last('VolumePrune')?.query).toEqual({ filters: { label: ['x'] } });
    await newer.call('VolumePrune', { query: { filters: { all: ['1'] } } });
    expect(newer.last('VolumePrune')?.query).toEqual({});
  });
});

it('volume-update: there is no such operation at 1.41', async () => {
  await expect(newerClient().call('VolumeUpdate')).rejects.toMatchObject({
    status: 501,
    message: 'Updating a volume needs API version 1.42',
  });
  // Clients of 1.41 have no such route, so there is no conversion.
  expect((await olderClient().call('VolumeUpdate')).status).toBe(200);
});

it('volume-cluster: cluster volumes are neither listed nor created nor deleted at 1.41', async () => {
  const [local, cluster] = [{ Name: 'l' }, { Name: 'c', ClusterVolume: { ID: 'x' } }];
  const older = olderClient({
    VolumeList: { Volumes: [cluster, local] },
    VolumeInspect: ({ path }: { path: { name?: string } }) => (path.name === 'c' ? cluster : local),
    VolumeDelete: response(204),
  });
  expect((await older.call('VolumeList')).body).toEqual({ Volumes: [local] });
  const at = (name: string) => ({ path: { name } });
  await expect(older.call('VolumeInspect', at('c'))).rejects.toMatchObject({ status: 404 });
  await expect(older.call('VolumeDelete', at('c'))).rejects.toMatchObject({
    status: 404,
    message: 'get c: no such volume',
  });
  expect(older.last('VolumeDelete')).toBeUndefined();
  expect((await older.call('VolumeDelete', at('l'))).status).toBe(204);
  await older.call('VolumeCreate', { body: { Name: 'v', ClusterVolumeSpec: {} } });
  expect(older.last('VolumeCreate')?.body).toEqual({ Name: 'v' });

  const newer = newerClient();
  await expect(newer.call('VolumeCreate', { body: { ClusterVolumeSpec: {} } })).rejects.toMatchObject({ status: 501 });
});
