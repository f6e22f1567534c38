/** Every limit of the contract: servers accept values at the limit, and reject values beyond it with their pointer. */
import { describe, expect, it } from 'vitest';
import { createEngineServer } from '@lading/runtime-server';
import type { Json } from '../../conformance/recorder/exchange.js';
import { contracts, requestCheckerOf, accepted, type CheckedRequest } from '../servers/request-checker.js';

interface LimitCase {
  readonly item: string;
  readonly request: (value: Json) => CheckedRequest;
  readonly accepted: readonly Json[];
  readonly rejected: readonly Json[];
  readonly pointer: string;
  readonly only?: '1.44';
}

const post = (url: string, body: Json): CheckedRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const container = (config: Json): CheckedRequest => post('/containers/create', { Image: 'x', ...(config as object) });
const host = (config: Json): CheckedRequest => container({ HostConfig: config });
const update = (resources: Json): CheckedRequest => post('/containers/a/update', resources);
const swarm = (request: Json): CheckedRequest => post('/swarm/init', { ListenAddr: '0.0.0.0', ...(request as object) });
const service = (task: object, mode?: Json): CheckedRequest =>
  post('/services/create', {
    Name: 'x',
    TaskTemplate: { ContainerSpec: { Image: 'x' }, ...task },
    ...(mode !== undefined && { Mode: mode }),
  });
const largest = Number.MAX_SAFE_INTEGER;

const health = ['Interval', 'Timeout', 'StartPeriod', 'StartInterval'].flatMap((name): LimitCase[] => [
  {
    item: `HealthConfig.${name}`,
    request: (value) => container({ Healthcheck: { [name]: value } }),
    accepted: [0, 1_000_000, largest],
    rejected: [-1, 1, 999_999, 1.5, '1s'],
    pointer: `/body/Healthcheck/${name}`,
    ...(name === 'StartInterval' && { only: '1.44' }),
  },
]);

const throttles = ['BlkioDeviceReadBps', 'BlkioDeviceWriteBps', 'BlkioDeviceReadIOps', 'BlkioDeviceWriteIOps'].map(
  (name): LimitCase => ({
    item: `ThrottleDevice.Rate of ${name}`,
    request: (value) => host({ [name]: [{ Path: '/dev/a', Rate: value }] }),
    accepted: [0, 1, largest],
    rejected: [-1, 0.5, '1'],
    pointer: `/body/HostConfig/${name}/0/Rate`,
  }),
);

const rows: readonly LimitCase[] = [
  ...health,
  {
    item: 'HealthConfig.Retries',
    request: (value) => container({ Healthcheck: { Retries: value } }),
    accepted: [0, 1],
    rejected: [-1, '0'],
    pointer: '/body/Healthcheck/Retries',
  },
  {
    item: 'HealthConfig.Interval of a service',
    request: (value) => service({ ContainerSpec: { Image: 'x', Healthcheck: { Interval: value } } }),
    accepted: [0, 1_000_000],
    rejected: [999_999],
    pointer: '/body/TaskTemplate/ContainerSpec/Healthcheck/Interval',
  },
  ...([host, update] as const).flatMap((request, index): LimitCase[] => {
    const at = index === 0 ? '/body/HostConfig' : '/body';
    const where = index === 0 ? 'create' : 'update';
    return [
      {
        item: `Resources.BlkioWeight, ${where}`,
        request: (value) => request({ BlkioWeight: value }),
        accepted: [0, 1000],
        rejected: [-1, 1001, '0'],
        pointer: `${at}/BlkioWeight`,
      },
      {
        item: `Resources.BlkioWeightDevice[].Weight, ${where}`,
        request: (value) => request({ BlkioWeightDevice: [{ Path: '/dev/a', Weight: 0 }, { Weight: value }] }),
        accepted: [0, 1000],
        rejected: [-1, '1'],
        pointer: `${at}/BlkioWeightDevice/1/Weight`,
      },
      {
        item: `Resources.MemorySwappiness, ${where}; clients send -1 for "not set"`,
        request: (value) => request({ MemorySwappiness: value }),
        accepted: [0, 100, -1],
        rejected: [101, -2, true],
        pointer: `${at}/MemorySwappiness`,
      },
    ];
  }),
  ...throttles,
  {
    item: 'HostConfig.ShmSize',
    request: (value) => host({ ShmSize: value }),
    accepted: [0, 1, null, 67_108_864],
    rejected: [-1, '64m'],
    pointer: '/body/HostConfig/ShmSize',
  },
  {
    item: 'HostConfig.ConsoleSize; engines pad and cut to two',
    request: (value) => host({ ConsoleSize: value }),
    accepted: [[0, 0], [24, 80], [], [24], [24, 80, 1], null],
    rejected: [
      [24, -1],
      [24, 'x'],
      [24, 1.5],
    ],
    pointer: '/body/HostConfig/ConsoleSize/1',
  },
  {
    item: 'ConsoleSize of an exec',
    request: (value) => post('/containers/a/exec', { Cmd: ['sh'], ConsoleSize: value }),
    accepted: [[0, 0], null],
    rejected: [[-1, 0]],
    pointer: '/body/ConsoleSize/0',
    only: '1.44',
  },
  {
    item: 'ContainerConfig.StopTimeout',
    request: (value) => container({ StopTimeout: value }),
    accepted: [null, 0, 10, -1],
    rejected: ['10', 1.5],
    pointer: '/body/StopTimeout',
  },
  {
    item: 'DataPathPort',
    request: (value) => swarm({ DataPathPort: value }),
    accepted: [0, null, 1024, 49_151],
    rejected: [1, 1023, 49_152, -1],
    pointer: '/body/DataPathPort',
  },
  {
    item: 'SubnetSize',
    request: (value) => swarm({ SubnetSize: value }),
    accepted: [null, 0, 24, 29],
    rejected: [30, -1],
    pointer: '/body/SubnetSize',
  },
  {
    item: 'ElectionTick above HeartbeatTick, init',
    request: (value) => swarm({ Spec: { Raft: { ElectionTick: value, HeartbeatTick: 3 } } }),
    accepted: [4, 0, null],
    rejected: [3, 2, '4'],
    pointer: '/body/Spec/Raft/ElectionTick',
  },
  {
    item: 'ElectionTick above HeartbeatTick, update',
    request: (value) => post('/swarm/update?version=1', { Raft: { ElectionTick: value, HeartbeatTick: 1 } }),
    accepted: [10],
    rejected: [1],
    pointer: '/body/Raft/ElectionTick',
  },
  {
    item: 'Limit.Pids',
    request: (value) => service({ Resources: { Limits: { Pids: value } } }),
    accepted: [0, 100],
    rejected: ['100', 0.5],
    pointer: '/body/TaskTemplate/Resources/Limits/Pids',
  },
  {
    item: 'Placement.MaxReplicas',
    request: (value) => service({ Placement: { MaxReplicas: value } }),
    accepted: [0, 1],
    rejected: [-1],
    pointer: '/body/TaskTemplate/Placement/MaxReplicas',
  },
  {
    item: 'ReplicatedJob.MaxConcurrent',
    request: (value) => service({}, { ReplicatedJob: { MaxConcurrent: value } }),
    accepted: [0, 1, null],
    rejected: [-1],
    pointer: '/body/Mode/ReplicatedJob/MaxConcurrent',
  },
];

describe.each(Object.entries(contracts))('%s', (version, contract) => {
  const checkRequest = requestCheckerOf(contract);
  const own = rows.filter(({ only = version }) => only === version);

  it.each(
    own.flatMap(({ item, request, accepted }) =>
      accepted.map((value) => [item, JSON.stringify(value), request(value)]),
    ),
  )('%s: %s is accepted', async (_item, _value, request) => {
    expect(await checkRequest(request as CheckedRequest)).toEqual({ status: accepted, message: 'accepted' });
  });

  it.each(
    own.flatMap(({ item, request, rejected, pointer }) =>
      rejected.map((value) => [item, JSON.stringify(value), pointer, request(value)]),
    ),
  )('%s: %s is rejected', async (_item, _value, pointer, request) => {
    const { status, message } = await checkRequest(request as unknown as CheckedRequest);
    expect(status).toBe(400);
    expect(message.split('; ').map((words) => words.split(' ', 1)[0])).toEqual([pointer]);
  });

  it('ContainerWait: an unknown condition is accepted at 1.41 only, where it means `not-running`', async () => {
    const { status } = await checkRequest({ method: 'POST', url: '/containers/a/wait?condition=x' });
    expect(status).toBe(version === '1.41' ? accepted : 400);
  });

  const image = {
    Id: 'a',
    ParentId: '',
    RepoTags: [],
    RepoDigests: [],
    Created: 0,
    Size: 0,
    SharedSize: -1,
    Labels: null,
  };
  const summary = { ...image, Containers: -1, ...(version === '1.41' && { VirtualSize: 0 }) };
  const volume = { Name: 'a', Driver: 'local', Mountpoint: '/', Labels: null, Scope: 'local', Options: null };
  const usage = { Size: -1, RefCount: -1 };
  const moment = '2026-01-01T00:00:00Z';
  const disk = (UsageData: Json): Json => ({
    LayersSize: 0,
    Images: [],
    Containers: [],
    Volumes: [{ ...volume, CreatedAt: moment, UsageData }],
    BuildCache: [],
    BuilderSize: 0,
  });

  it.each([
    ['ImageSummary.SharedSize', -1, '/images/json', [summary]],
    ['ImageSummary.SharedSize', -2, '/images/json', [{ ...summary, SharedSize: -2 }]],
    ['ImageSummary.Containers', -2, '/images/json', [{ ...summary, Containers: -2 }]],
    ['UsageData', -1, '/system/df', disk(usage)],
    ['UsageData.Size', -2, '/system/df', disk({ ...usage, Size: -2 })],
    ['UsageData.RefCount', -2, '/system/df', disk({ ...usage, RefCount: -2 })],
  ])('%s of %i in a response', async (item, value, url, response) => {
    const own = createEngineServer(
      contract,
      { image: { list: () => response }, system: { dataUsage: () => response } },
      { checkResponses: true, onError: () => undefined },
    );
    const { status, body } = await own.handle({
      method: 'GET',
      url,
      headers: {},
      headersDistinct: {},
      body: () => null,
      signal: new AbortController().signal,
      duplexSupport: 'stream',
    });
    expect([item, status, String(body)]).toEqual([
      item,
      value === -1 ? 200 : 500,
      value === -1
        ? expect.stringContaining('-1')
        : expect.stringMatching(new RegExp(`/${item.split('.')[1]} must be at least -1`)),
    ]);
  });
});
