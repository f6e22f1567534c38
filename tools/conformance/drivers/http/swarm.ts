// Drives a swarm from its creation to its end, with everything that exists only in a swarm.

import { member, text, type Caller } from '../caller.js';
import { pause, query, type Driver } from '../scene.js';
import { services } from './services.js';

const remotes = (address: string): string => address.replace(/\.1$/, '.2');

/** Joins the swarm of another engine, the peer. */
export const joining: Driver = async ({ call, peer, address }) => {
  const other = remotes(address);
  await peer('POST', '/swarm/init', { json: { ListenAddr: '0.0.0.0:2377', AdvertiseAddr: other } });
  const swarm = await peer('GET', '/swarm');
  const body = { ListenAddr: '0.0.0.0:2377', AdvertiseAddr: address, RemoteAddrs: [`${other}:2377`] };
  await call('POST', '/swarm/join', { json: { ...body, JoinToken: 'nonsense' } });
  await call('POST', '/swarm/join', {
    json: { ...body, JoinToken: text(swarm.json, 'JoinTokens', 'Worker'), DataPathAddr: '', Availability: 'active' },
  });
  await pause(1000);
  await call('GET', '/info');
  await call('GET', '!/_ping');
  for (const path of ['/swarm', '/nodes', '/services', '/secrets']) await call('GET', path);
  await call('POST', '/swarm/join', { json: { ...body, JoinToken: 'nonsense' } });
  await call('POST', '/swarm/leave');
  await peer('POST', '/swarm/leave?force=1');
};

export const swarm: Driver = async ({ call, peer, address, restart }) => {
  await call('POST', '/swarm/init', { json: { ListenAddr: 'nonsense' } });
  await call('POST', '/swarm/init', {
    json: {
      ListenAddr: '0.0.0.0:2377',
      AdvertiseAddr: `${address}:2377`,
      DataPathAddr: address,
      DataPathPort: 4789,
      DefaultAddrPool: ['10.40.0.0/16'],
      SubnetSize: 24,
      ForceNewCluster: false,
      AutoLockManagers: false,
      Availability: '',
      Spec: {
        Labels: { a: 'b' },
        Orchestration: { TaskHistoryRetentionLimit: 3 },
        Raft: { SnapshotInterval: 5000, KeepOldSnapshots: 1 },
        Dispatcher: { HeartbeatPeriod: 5_000_000_000 },
        CAConfig: { NodeCertExpiry: 7_776_000_000_000_000 },
      },
    },
  });
  await call('POST', '/swarm/init', { json: { ListenAddr: '0.0.0.0:2377' } });
  await call('GET', '/swarm');
  await call('GET', '/info');
  await call('GET', '!/_ping');
  await call('GET', '/swarm/unlockkey');
  await call('POST', '/swarm/unlock', { json: { UnlockKey: 'SWMKEY-1-nonsense' } });
  await nodes(call, peer, address);
  const named = {
    network: await overlays(call),
    secret: await stored(call, 'secret'),
    config: await stored(call, 'config'),
  };
  await clusterVolumes(call);
  await services(call, named);
  await call('DELETE', '/secrets/secret');
  await call('DELETE', '/configs/config');
  await call('DELETE', '/networks/attachable');
  await locking(call, restart);
  await call('POST', '/swarm/leave');
  await call('POST', '/swarm/leave?force=true');
  await call('GET', '/info');
};

async function nodes(call: Caller, peer: Caller, address: string): Promise<void> {
  const swarm = await call('GET', '/swarm');
  await peer('POST', '/swarm/join', {
    json: {
      ListenAddr: '0.0.0.0:2377',
      AdvertiseAddr: remotes(address),
      RemoteAddrs: [`${address}:2377`],
      JoinToken: text(swarm.json, 'JoinTokens', 'Worker'),
    },
  });
  await pause(1500);
  const all = await call('GET', '/nodes');
  for (const role of ['manager', 'worker']) {
    const found = await call('GET', `/nodes${query({ filters: { role: [role] } })}`);
    const id = text(found.json, 0, 'ID');
    await call('GET', `/nodes/${id}`);
    await call('POST', `/nodes/${id}/update?version=${text(found.json, 0, 'Version', 'Index')}`, {
      json: { Name: 'named', Role: role, Availability: 'active', Labels: { zone: role } },
    });
    await call('GET', `/nodes/${id}`);
    await call('POST', `/nodes/${id}/update?version=1`, { json: { Role: role, Availability: 'active' } });
    await call('POST', `/nodes/${id}/update?version=x`, { json: {} });
  }
  const worker = await call('GET', `/nodes${query({ filters: { role: ['worker'] } })}`);
  const id = text(worker.json, 0, 'ID');
  await call('POST', `/nodes/${id}/update?version=${text(worker.json, 0, 'Version', 'Index')}`, {
    json: { Role: 'worker', Availability: 'drain', Labels: null },
  });
  await call('DELETE', `/nodes/${id}`);
  await peer('POST', '/swarm/leave');
  await pause(1000);
  await call('GET', '/nodes');
  await call('DELETE', `/nodes/${id}?force=1`);
  const managers = Array.isArray(all.json) ? all.json.filter((node) => text(node, 'Spec', 'Role') === 'manager') : [];
  await call('DELETE', `/nodes/${text(managers[0], 'ID')}`);
  await call('GET', '/nodes/self');
  await call('GET', '/nodes/none');
  await call('DELETE', '/nodes/none');
  await call('POST', '/nodes/none/update?version=1', { json: {} });
  await call('GET', '/nodes?filters=nonsense');
}

async function overlays(call: Caller): Promise<string> {
  const created = await call('POST', '/networks/create', {
    json: {
      Name: 'attachable',
      Driver: 'overlay',
      Attachable: true,
      Labels: { a: 'b' },
      Options: { encrypted: '' },
      IPAM: { Config: [{ Subnet: '10.41.0.0/24' }] },
    },
  });
  await call('POST', '/networks/create', {
    json: { Name: 'inner', Driver: 'overlay', Internal: true, Scope: 'swarm' },
  });
  await call('GET', '/networks');
  await call('GET', '/networks/ingress');
  await call('GET', '/networks/attachable?verbose=1');
  await call('GET', `/networks${query({ filters: { scope: ['swarm'] } })}`);
  await call('DELETE', '/networks/inner');
  return text(created.json, 'Id');
}

/** Drives secrets or configs, which have the same operations. */
async function stored(call: Caller, kind: 'secret' | 'config'): Promise<string> {
  const path = `/${kind}s`;
  const data = Buffer.from('content').toString('base64');
  await call('GET', path);
  const created = await call('POST', `${path}/create`, { json: { Name: kind, Labels: { a: 'b' }, Data: data } });
  await call('POST', `${path}/create`, {
    json: { Name: `${kind}-templated`, Data: data, Templating: { Name: 'golang', Options: { a: 'b' } } },
  });
  await call('POST', `${path}/create`, { json: { Name: `${kind}-nulls`, Data: data, Labels: null, Templating: null } });
  await call('POST', `${path}/create`, { json: { Name: kind, Data: data } });
  await call('POST', `${path}/create`, { json: { Name: '', Data: data } });
  if (kind === 'secret')
    await call('POST', `${path}/create`, {
      json: { Name: 'elsewhere', Driver: { Name: 'none', Options: { a: 'b' } } },
    });
  await call('GET', path);
  await call('GET', `${path}${query({ filters: { names: [kind], label: ['a'] } })}`);
  await call('GET', `${path}?filters=nonsense`);
  for (const name of [kind, `${kind}-templated`, `${kind}-nulls`, 'none']) await call('GET', `${path}/${name}`);
  const now = await call('GET', `${path}/${kind}`);
  const version = text(now.json, 'Version', 'Index');
  const spec = member(now.json, 'Spec');
  await call('POST', `${path}/${kind}/update?version=${version}`, {
    json: { ...(spec as object), Labels: { e: 'f' } },
  });
  await call('POST', `${path}/${kind}/update?version=${version}`, { json: spec });
  await call('POST', `${path}/${kind}/update?version=x`, { json: spec });
  await call('POST', `${path}/none/update?version=1`, { json: {} });
  for (const name of [`${kind}-templated`, `${kind}-nulls`, 'elsewhere', 'none'])
    await call('DELETE', `${path}/${name}`);
  return text(created.json, 'ID');
}

async function clusterVolumes(call: Caller): Promise<void> {
  const spec = {
    Group: 'g',
    AccessMode: { Scope: 'single', Sharing: 'none', MountVolume: {} },
    CapacityRange: { RequiredBytes: 1 << 20, LimitBytes: 1 << 21 },
    AccessibilityRequirements: { Requisite: [{ zone: 'a' }], Preferred: [{ zone: 'a' }] },
    Availability: 'active',
    Secrets: [],
  };
  await call('POST', '/volumes/create', { json: { Name: 'clustered', Driver: 'csi-none', ClusterVolumeSpec: spec } });
  await call('GET', '/volumes');
  const found = await call('GET', '/volumes/clustered');
  const id = text(found.json, 'ClusterVolume', 'ID');
  const version = text(found.json, 'ClusterVolume', 'Version', 'Index');
  // Reading accepts the name; updating accepts only the id.
  await call('PUT', `/volumes/clustered?version=${version}`, { json: { Spec: spec } });
  await call('PUT', `/volumes/${id}?version=${version}`, { json: { Spec: { ...spec, Availability: 'drain' } } });
  await call('GET', '/volumes/clustered');
  await call('PUT', `/volumes/${id}?version=${version}`, { json: { Spec: spec } });
  await call('PUT', '/volumes/none?version=1', { json: { Spec: spec } });
  await call('PUT', '/volumes/clustered?version=x', { json: { Spec: spec } });
  await call('GET', '/system/df');
  await call('DELETE', '/volumes/clustered?force=true');
}

async function locking(call: Caller, restart: () => Promise<void>): Promise<void> {
  const update = async (spec: object, rest = ''): Promise<void> => {
    const now = await call('GET', '/swarm');
    const before = member(now.json, 'Spec') as object;
    await call('POST', `/swarm/update?version=${text(now.json, 'Version', 'Index')}${rest}`, {
      json: { ...before, ...spec },
    });
  };
  await update(
    { TaskDefaults: { LogDriver: { Name: 'json-file', Options: {} } } },
    '&rotateWorkerToken=true&rotateManagerToken=true',
  );
  await update({
    EncryptionConfig: { AutoLockManagers: true },
    CAConfig: { NodeCertExpiry: 7_776_000_000_000_000, ExternalCAs: [], ForceRotate: 1 },
  });
  await call('GET', '/swarm');
  await pause(3000);
  await call('POST', '/swarm/update?version=1', { json: {} });
  await call('POST', '/swarm/update?version=x', { json: {} });
  const key = text((await call('GET', '/swarm/unlockkey')).json, 'UnlockKey');
  await restart();
  await call('GET', '/info');
  await call('GET', '!/_ping');
  await call('GET', '/swarm');
  await call('POST', '/swarm/unlock', { json: { UnlockKey: 'SWMKEY-1-bm9uc2Vuc2Vub25zZW5zZW5vbnNlbnNlbm9uc2Vuc2Ux' } });
  await call('POST', '/swarm/unlock', { json: { UnlockKey: key } });
  await pause(3000);
  await update({ EncryptionConfig: { AutoLockManagers: false } }, '&rotateManagerUnlockKey=true');
  await call('GET', '/swarm/unlockkey');
}
