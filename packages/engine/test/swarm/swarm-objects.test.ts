/** The parts of a swarm's state, one at a time: tables, versions, specifications, tokens, what nodes use. */
import type { SwarmSpecInput } from '@lading/types-v1.44';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/adapters/manual-clock.js';
import { RandomIds } from '../../src/adapters/random-ids.js';
import type { NodeRecord } from '../../src/swarm/cluster/node-record.js';
import type { RecordChange } from '../../src/ports/store.js';
import { MemoryStore } from '../../src/adapters/memory-store.js';
import { Cluster, requireCurrent } from '../../src/swarm/cluster/cluster.js';
import { clusterSpecOf, completedSpec, readClusterSettings } from '../../src/swarm/manager/cluster-spec.js';
import { compactSpec } from '../../src/swarm/manager/compact-spec.js';
import { joinToken, newUnlockKey, nextSwarmId, roleOfToken } from '../../src/swarm/cluster/join-token.js';
import { NodeUsage } from '../../src/swarm/manager/node-usage.js';
import { ObjectTable } from '../../src/swarm/cluster/object-table.js';
import { base36 } from '../../src/values/digest.js';
import type { SecretRecord } from '../../src/swarm/cluster/swarm-object.js';
import type { TaskRecord } from '../../src/swarm/cluster/task-record.js';

const object = (id: string, name: string, version = 1) => ({ id, name, version, created: 0, updated: 0 });
const secret = (id: string, name = id): SecretRecord => ({ ...object(id, name), labels: {}, data: '' });

describe('a table', () => {
  const table = new ObjectTable('thing');
  for (const item of [object('ab1', 'one'), object('ab2', 'two'), object('cd3', 'same'), object('ce4', 'same')])
    table.set(item);

  it.each([
    ['ab1', 'ab1'],
    ['two', 'ab2'],
    ['cd', 'cd3'],
  ])('finds %s', (wanted, id) => expect(table.find(wanted).id).toBe(id));

  it.each([
    ['', 'thing  not found'],
    ['none', 'thing none not found'],
    ['ab', 'thing ab is ambiguous (2 matches found)'],
    ['same', 'thing same is ambiguous (2 matches found)'],
  ])('finds no single object for %j', (wanted, message) => expect(() => table.find(wanted)).toThrow(message));

  it('prefers ids to names, and names to the beginnings of ids', () => {
    const similar = new ObjectTable('thing');
    for (const item of [object('ab12', 'ab1'), object('c', 'ab'), object('ab1', 'x'), object('a', 'y')])
      similar.set(item);
    expect([similar.find('ab1').id, similar.find('ab').id, similar.find('ab12').id]).toEqual(['ab1', 'c', 'ab12']);
    expect(similar.sorted().map(({ id }) => id)).toEqual(['a', 'ab1', 'ab12', 'c']);
  });

  it('finds objects of the same name one after the other', () => {
    const twins = new ObjectTable('thing');
    for (const item of [object('a', 'n'), object('b', 'n'), object('a', 'n', 2)]) twins.set(item);
    expect(twins.named('n')).toEqual(object('a', 'n', 2));
    twins.delete('a');
    expect(twins.find('n').id).toBe('b');
    twins.set(object('b', ''));
    expect([twins.named('n'), twins.get('b')?.name, twins.size]).toEqual([undefined, '', 1]);
  });

  it('lists by id, and follows names', () => {
    const changed = new ObjectTable('thing');
    for (const item of [object('b', 'old'), object('a', '')]) changed.set(item);
    expect(changed.sorted().map(({ id }) => id)).toEqual(['a', 'b']);
    expect(changed.size).toBe(2);
    changed.set(object('b', 'new'));
    expect([changed.named('old'), changed.named('new')?.id, changed.named('')]).toEqual([undefined, 'b', undefined]);
    changed.delete('b');
    changed.delete('b');
    expect([changed.named('new'), changed.get('b'), changed.size]).toEqual([undefined, undefined, 1]);
  });
});

describe('the state', () => {
  class CountingStore extends MemoryStore {
    readonly commits: (readonly RecordChange[])[] = [];

    override commit(changes: readonly RecordChange[]): void {
      this.commits.push(changes);
      super.commit(changes);
    }
  }
  const open = (store: MemoryStore) => new Cluster({ clock: new ManualClock(1000), ids: new RandomIds(), store });

  it('counts versions, keeps the moment of creation, and survives in the store', () => {
    const store = new MemoryStore();
    const cluster = open(store);
    const created = cluster.put('secret', secret('s'));
    expect(created).toMatchObject({ version: 1, created: 1000, updated: 1000 });
    expect(cluster.change('secret', 's', { data: 'x' })).toMatchObject({ version: 2, created: 1000, data: 'x' });
    expect(cluster.change('secret', 'none', {})).toBeUndefined();
    cluster.remove('secret', 'none');
    cluster.put('config', secret('c'));
    cluster.remove('config', 'c');
    const reopened = open(store);
    expect([reopened.tables.secret.get('s')?.data, reopened.tables.config.size]).toEqual(['x', 0]);
    expect(reopened.put('secret', secret('t')).version).toBe(3);
    expect(reopened.exists).toBe(false);
    expect(() => reopened.record).toThrow('has not been created');
  });

  it('commits the changes of an action at once, also after an error', () => {
    const store = new CountingStore();
    const cluster = open(store);
    const failing = (): void =>
      cluster.batch(() => {
        cluster.batch(() => cluster.put('secret', secret('a')));
        cluster.put('secret', secret('b'));
        throw new Error('failed');
      });
    expect(failing).toThrow('failed');
    expect(store.commits.map((changes) => changes.map(({ id }) => id))).toEqual([['secret/a', 'secret/b']]);
    cluster.detach(new MemoryStore());
    cluster.put('secret', secret('c'));
    expect(store.commits).toHaveLength(2);
    cluster.detach(store);
    cluster.put('secret', secret('d'));
    expect(store.commits).toHaveLength(2);
  });

  it('tells listeners what was before, until they are removed', () => {
    const cluster = open(new MemoryStore());
    const seen: unknown[] = [];
    const stop = cluster.listen((kind, value, before) => seen.push([kind, value?.version, before?.version]));
    cluster.put('secret', secret('a'));
    cluster.change('secret', 'a', {});
    cluster.remove('secret', 'a');
    stop();
    cluster.put('secret', secret('a'));
    expect(seen).toEqual([
      ['secret', 1, undefined],
      ['secret', 2, 1],
      ['secret', undefined, 2],
    ]);
  });

  it('rejects a change that is based on another version', () => {
    expect(() => requireCurrent(object('a', '', 2), 1)).toThrow('update out of sequence');
    expect(() => requireCurrent(object('a', '', 2), 2)).not.toThrow();
  });
});

describe('a specification', () => {
  it.each([
    [{ Name: '', Labels: null, Count: 0, Is: false, List: [], Options: {} }, {}],
    [
      { Replicas: 0, Init: false, User: '', Mode: 0 },
      { Replicas: 0, Init: false, Mode: 0 },
    ],
    [
      { Labels: { empty: '' }, Options: { zero: '0' } },
      { Labels: { empty: '' }, Options: { zero: '0' } },
    ],
    [{ File: { Name: '', UID: '' } }, { File: { Name: '', UID: '' } }],
    [
      { List: [{ A: '', B: 'b' }], Inner: { C: 0 } },
      { List: [{ B: 'b' }], Inner: {} },
    ],
  ])('leaves out what is unset: %j', (given, wanted) => expect(compactSpec(given)).toEqual(wanted));

  it('of a new swarm has defaults for what is absent or zero', () => {
    const { Raft, Dispatcher, Name } = completedSpec({
      Name: 'default',
      Raft: { SnapshotInterval: 5, ElectionTick: 0, HeartbeatTick: 0 },
    });
    expect(Raft).toMatchObject({ SnapshotInterval: 5, ElectionTick: 10, HeartbeatTick: 1, KeepOldSnapshots: 0 });
    expect([Dispatcher?.HeartbeatPeriod, Name]).toEqual([5_000_000_000, 'default']);
    expect(completedSpec(null)).toMatchObject({ Orchestration: { TaskHistoryRetentionLimit: 5 } });
  });

  it('becomes settings, and is shown again', () => {
    const settings = readClusterSettings({
      Name: 'default',
      Labels: { a: 'b' },
      Dispatcher: { HeartbeatPeriod: 2e9 },
      EncryptionConfig: { AutoLockManagers: true },
      Orchestration: { TaskHistoryRetentionLimit: 3 },
      TaskDefaults: { LogDriver: { Name: 'local', Options: { o: '1' } } },
      CAConfig: { ForceRotate: 4 },
    });
    expect(settings).toMatchObject({
      labels: { a: 'b' },
      heartbeat: 2000,
      isAutolocked: true,
      taskHistory: 3,
      forcedRotations: 4,
      logDriver: { name: 'local', options: { o: '1' } },
    });
    expect(clusterSpecOf(settings)).toMatchObject({
      Name: 'default',
      Labels: { a: 'b' },
      EncryptionConfig: { AutoLockManagers: true },
      Orchestration: { TaskHistoryRetentionLimit: 3 },
      Raft: { KeepOldSnapshots: 0, ElectionTick: 0 },
    });
    expect(readClusterSettings({})).toMatchObject({ heartbeat: 5000, isAutolocked: false, taskHistory: 0 });
    expect(readClusterSettings({})).not.toHaveProperty('logDriver');
  });

  it.each([
    [{ Name: 'other' }, 'swarm spec must be named "default"'],
    [{ CAConfig: { NodeCertExpiry: 3_599_999_999_999 } }, 'minimum certificate expiry time is: 1h0m0s'],
    [{ Raft: { ElectionTick: 3, HeartbeatTick: 3 } }, 'an election must take longer than a heartbeat'],
  ])('is rejected: %j', (given, message) =>
    expect(() => readClusterSettings(given as SwarmSpecInput)).toThrow(message),
  );

  it('may have the limits', () => {
    expect(() => readClusterSettings({ CAConfig: { NodeCertExpiry: 3_600_000_000_000 } })).not.toThrow();
    expect(() => readClusterSettings({ Raft: { ElectionTick: 4, HeartbeatTick: 3 } })).not.toThrow();
    expect(() => readClusterSettings({ Raft: { ElectionTick: 0, HeartbeatTick: 3 } })).not.toThrow();
  });
});

describe('a token', () => {
  const ids = new RandomIds();
  // The names of tests contain tokens, and stay the same.
  const secrets = { worker: 'w'.repeat(25), manager: 'm'.repeat(25) };
  const token = (secret: string, certificate = 'root'): string => joinToken(certificate, secret);

  it('grants the role of its secret', () => {
    expect(roleOfToken(token(secrets.worker), 'root', secrets)).toBe('worker');
    expect(roleOfToken(token(secrets.manager), 'root', secrets)).toBe('manager');
    expect(token(secrets.worker)).toMatch(/^SWMTKN-1-[0-9a-z]{50}-[0-9a-z]{25}$/);
  });

  it.each([
    ['', 'A valid join token is necessary'],
    ['SWMTKN-1-x-y', 'invalid join token'],
    [`${token(secrets.worker)}x`, 'invalid join token'],
    [`x${token(secrets.worker)}`, 'invalid join token'],
    [token(secrets.worker, 'other'), 'remote CA does not match fingerprint'],
    [token('0'.repeat(25)), 'A valid join token is necessary'],
  ])('%s is rejected', (given, message) => expect(() => roleOfToken(given, 'root', secrets)).toThrow(message));

  it('and identifiers are digits of base 36', () => {
    expect([base36('ff', 4), base36('ffffffff', 3)]).toEqual(['0073', '1z3']);
    expect(nextSwarmId(ids)).toMatch(/^[0-9a-z]{25}$/);
    expect(newUnlockKey(ids)).toMatch(/^SWMKEY-1-[A-Za-z0-9+/]{43}$/);
  });
});

it('a node counts what its tasks use until they have ended', () => {
  const usage = new NodeUsage();
  const description = {
    hostname: 'n',
    os: 'linux',
    architecture: 'x86_64',
    nanoCpus: 4,
    memory: 8,
    genericResources: { gpu: 2 },
    engineVersion: '',
    engineLabels: {},
  };
  const record: NodeRecord = {
    ...object('n1', ''),
    labels: {},
    role: 'worker',
    availability: 'active',
    description,
    state: 'ready',
    message: '',
    address: '',
  };
  const node = usage.nodeOf(record);
  expect(usage.nodeOf(record)).toBe(node);
  const task = (state: TaskRecord['state'], nodeId = 'n1') =>
    ({
      id: 't',
      serviceId: 's',
      nodeId,
      state,
      hostPorts: [{ published: 80, protocol: 'tcp' }],
      settings: { reservations: { nanoCpus: 1, memory: 2, generic: { gpu: 2 } } },
    }) as unknown as TaskRecord;
  const used = (): unknown => [
    node.tasks,
    node.tasksOf('s'),
    node.used.nanoCpus,
    node.used.memory,
    node.used.generic,
    [...node.usedPorts],
  ];
  const none = [0, 0, 0, 0, { gpu: 0 }, []];
  const one = [1, 1, 1, 2, { gpu: 2 }, ['80/tcp']];
  usage.change(task('pending', ''), undefined);
  expect(node.tasks).toBe(0);
  usage.change(task('assigned'), task('pending', ''));
  expect(used()).toEqual(one);
  usage.change(task('running'), task('assigned'));
  expect(used()).toEqual(one);
  usage.change(task('failed'), task('running'));
  expect(used()).toEqual(none);
  usage.change(task('running'), undefined);
  usage.change(undefined, task('running'));
  expect(used()).toEqual(none);
  expect(usage.nodeOf({ ...record, state: 'down' }).isReady).toBe(false);
});
