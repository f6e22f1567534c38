/** The conversion hooks of versions after 1.44, around an implementation that returns what the test gives. */
import { Refusal, type Hook, type RequestMessage, type ResponseMessage } from '@lading/runtime-conversion';
import { describe, expect, it } from 'vitest';
import {
  addedAliases,
  containerMacAddress,
  defaultNetworkSettings,
  endpointSysctls,
  graphDriver,
  imageContainers,
  keptStorage,
  migratedSysctls,
  noImageCreateEvents,
  noInterfaceSysctls,
  noVolumeDriverWarning,
  requestedAliases,
  reservedSpace,
  usageSummaries,
  volumeDriverWarning,
} from '../src/index.js';

type Given = Partial<RequestMessage>;

/** Passes a request through a hook, and returns what the implementation received and what the client receives. */
async function pass(hook: Hook, given: Given, response: Partial<ResponseMessage> = {}, asked: unknown = undefined) {
  const request: RequestMessage = { operation: 'Any', path: {}, query: {}, headers: {}, ...given };
  const received: RequestMessage[] = [];
  const next = async (message: RequestMessage): Promise<ResponseMessage> => {
    received.push(message);
    return { status: 200, headers: {}, ...response };
  };
  const ask = async () => ({ status: 200, headers: {}, body: asked });
  const { body } = await hook.around(request, next, ask);
  return { sent: received[0], body };
}

const container = (Aliases: unknown, network = 'web') => ({
  Id: 'ede54ee1afda366ab42f824e8a5ffd195155d853ceaec74a927f249ea270c743',
  Config: { Hostname: 'host' },
  NetworkSettings: { Networks: { [network]: { Aliases } } },
});

describe('aliases of an inspected container', () => {
  it.each([
    [null, ['ede54ee1afda', 'host']],
    [['db'], ['db', 'ede54ee1afda', 'host']],
    [
      ['host', 'db'],
      ['host', 'db', 'ede54ee1afda'],
    ],
  ])('%j are %j below 1.45, and back', async (requested, older) => {
    expect((await pass(addedAliases(), {}, { body: container(requested) })).body).toEqual(container(older));
    expect((await pass(requestedAliases(), {}, { body: container(older) })).body).toEqual(container(requested));
  });
  it.each(['bridge', 'host', 'none', 'container:a'])('on the network %s are none', async (network) => {
    const body = container(null, network);
    expect((await pass(addedAliases(), {}, { body })).body).toEqual(body);
  });
  it('of errors are none', async () => {
    const error = { status: 404, body: { message: 'none' } };
    for (const hook of [addedAliases(), requestedAliases()])
      expect((await pass(hook, {}, error)).body).toBe(error.body);
  });
});

it('the creation of images is no event below 1.46', async () => {
  async function* events() {
    yield { Type: 'image', Action: 'create' };
    yield { Type: 'container', Action: 'create' };
    yield { Type: 'image', Action: 'tag' };
  }
  const { body } = await pass(noImageCreateEvents(), {}, { body: events(), stream: 'json-lines' });
  const received: unknown[] = [];
  for await (const event of body as AsyncIterable<unknown>) received.push(event);
  expect(received).toEqual([
    { Type: 'container', Action: 'create' },
    { Type: 'image', Action: 'tag' },
  ]);
});

const key = 'com.docker.network.endpoint.sysctls';
const ofConnection = (network: string, value: string | undefined, mode?: string) => ({
  HostConfig: { ...(mode && { NetworkMode: mode }), Sysctls: {} },
  NetworkingConfig: { EndpointsConfig: { [network]: { DriverOpts: value === undefined ? null : { [key]: value } } } },
});

describe('kernel parameters of a connection', () => {
  it.each([
    ['bridge', undefined],
    ['web', 'web'],
  ])('to %s are those of the container below 1.46', async (network, mode) => {
    const body = ofConnection(network, 'net.ipv4.conf.IFNAME.log_martians=1,net.ipv6.conf.IFNAME.mtu=9', mode);
    const { sent } = await pass(endpointSysctls(), { operation: 'ContainerCreate', body });
    const expected = ofConnection(network, undefined, mode);
    const Sysctls = { 'net.ipv4.conf.eth0.log_martians': '1', 'net.ipv6.conf.eth0.mtu': '9' };
    expect(sent?.body).toEqual({ ...expected, HostConfig: { ...expected.HostConfig, Sysctls } });
  });
  it.each([
    ['ContainerCreate', ofConnection('web', 'net.ipv4.conf.IFNAME.log_martians=1')],
    ['NetworkConnect', { EndpointConfig: { DriverOpts: { [key]: 'a=1' } } }],
  ])('are refused elsewhere: %s', async (operation, body) => {
    await expect(async () => pass(endpointSysctls(), { operation, body })).rejects.toThrow(Refusal);
  });
  it('are not invented', async () => {
    for (const operation of ['ContainerCreate', 'NetworkConnect']) {
      const body = ofConnection('web', undefined);
      expect((await pass(endpointSysctls(), { operation, body })).sent?.body).toEqual(body);
    }
  });
});

describe('kernel parameters of an interface', () => {
  const create = (Sysctls: object, more: object = {}) => ({ HostConfig: { Sysctls, ...more } });

  it('are moved to the connection for clients below 1.48, with a warning', async () => {
    const body = create({ 'net.ipv4.conf.eth0.log_martians': '1', 'net.ipv4.ip_forward': '1' }, { NetworkMode: 'web' });
    const passed = await pass(migratedSysctls(), { body }, { body: { Id: 'a', Warnings: [] } });
    expect(passed.sent?.body).toEqual({
      HostConfig: { Sysctls: { 'net.ipv4.ip_forward': '1' }, NetworkMode: 'web' },
      NetworkingConfig: {
        EndpointsConfig: { web: { DriverOpts: { [key]: 'net.ipv4.conf.IFNAME.log_martians=1' } } },
      },
    });
    expect(passed.body).toEqual({
      Id: 'a',
      Warnings: [
        `Migrated sysctl "net.ipv4.conf.eth0.log_martians" to DriverOpts{"${key}":"net.ipv4.conf.IFNAME.log_martians=1"}.`,
      ],
    });
  });
  it('of another interface, or for an unknown connection, are refused', async () => {
    const other = create({ 'net.ipv4.conf.eth1.log_martians': '1' });
    await expect(pass(migratedSysctls(), { body: other })).rejects.toThrow('unable to determine network endpoint');
    const unknown = { ...create({ 'net.ipv4.conf.eth0.log_martians': '1' }), ...ofConnection('web', undefined) };
    const body = { ...unknown, ...create({ 'net.ipv4.conf.eth0.log_martians': '1' }) };
    await expect(pass(migratedSysctls(), { body })).rejects.toThrow('HostConfig.NetworkMode must match');
  });
  it('are refused for clients from 1.48 on', async () => {
    const body = create({ 'net.ipv4.conf.eth0.log_martians': '1' });
    await expect(async () => pass(noInterfaceSysctls(), { body })).rejects.toThrow(
      `interface specific sysctl setting "net.ipv4.conf.eth0.log_martians" must be supplied using driver option '${key}'`,
    );
  });
  it.each([
    create({ 'net.ipv4.ip_forward': '1' }),
    create({ 'net.ipv4.conf.eth0.log_martians': '1' }, { NetworkMode: 'host' }),
    {},
  ])('are nothing else: %j', async (body) => {
    for (const hook of [migratedSysctls(), noInterfaceSysctls()]) {
      expect((await pass(hook, { body }, { body: {} })).sent?.body).toBe(body);
    }
  });
});

describe('the warning of a volume driver', () => {
  const body = (mount: object) => ({ HostConfig: { VolumeDriver: 'local', Mounts: [mount] } });
  const warned = async (given: object) =>
    (
      (await pass(volumeDriverWarning(), { body: given }, { body: { Warnings: ['a'] } })).body as {
        Warnings: unknown[];
      }
    ).Warnings;

  it('is added from 1.48 on, and removed below', async () => {
    const warnings = await warned(body({ Type: 'volume' }));
    expect(warnings).toEqual(['a', expect.stringContaining('volume-driver configuration is ignored')]);
    const { body: older } = await pass(noVolumeDriverWarning(), {}, { body: { Warnings: warnings } });
    expect(older).toEqual({ Warnings: ['a'] });
  });
  it.each([
    body({ Type: 'bind' }),
    body({ Type: 'volume', VolumeOptions: { DriverConfig: { Name: 'local' } } }),
    { HostConfig: { Mounts: [{ Type: 'volume' }] } },
  ])('is not needed for %j', async (given) => expect(await warned(given)).toEqual(['a']));
});

it.each([
  [
    { 'reserved-space': 5, all: true },
    { 'keep-storage': 5, all: true },
  ],
  [{ 'reserved-space': 5, 'keep-storage': 6 }, { 'keep-storage': 5 }],
  [{ 'reserved-space': 0, 'keep-storage': 6 }, { 'keep-storage': 6 }],
])('the space %j is %j below 1.48', async (query, older) => {
  expect((await pass(reservedSpace(), { query })).sent?.query).toEqual(older);
});

it('the containers of listed images are counted', async () => {
  const body = [
    { Id: 'a', Containers: -1 },
    { Id: 'b', Containers: -1 },
  ];
  const { body: counted } = await pass(imageContainers(), {}, { body }, [{ ImageID: 'a' }, { ImageID: 'a' }]);
  expect(counted).toEqual([
    { Id: 'a', Containers: 2 },
    { Id: 'b', Containers: 0 },
  ]);
});

describe('settings of the network `bridge`', () => {
  const inspected = (more: object, network: string) => ({
    NetworkSettings: { ...more, Networks: { [network]: { IPAddress: '172.17.0.2', IPPrefixLen: 16 } } },
  });
  it('are also those of the container below 1.52', async () => {
    const { body } = await pass(defaultNetworkSettings(), {}, { body: inspected({ SandboxID: 's' }, 'bridge') });
    expect(body).toEqual(inspected({ SandboxID: 's', IPAddress: '172.17.0.2', IPPrefixLen: 16 }, 'bridge'));
  });
  it('of another network are not', async () => {
    const body = inspected({ SandboxID: 's' }, 'web');
    expect((await pass(defaultNetworkSettings(), {}, { body })).body).toEqual(body);
  });
});

it.each([
  [{ GraphDriver: { Name: 'overlay2', Data: {} } }, { Name: 'overlay2', Data: {} }],
  [{ Storage: { RootFS: { Snapshot: { Name: 'native' } } } }, { Name: 'native', Data: null }],
  [{}, { Name: 'overlayfs', Data: null }],
])('the graph driver of %j is %j below 1.52', async (inspected, driver) => {
  const { body } = await pass(graphDriver(), {}, { body: inspected }, { Driver: 'overlayfs' });
  expect(body).toEqual({ ...inspected, GraphDriver: driver });
});

describe('the MAC address of a container', () => {
  const address = '02:42:ac:11:00:04';
  it.each([
    [undefined, 'bridge'],
    ['web', 'web'],
  ])('on the network %s is that of the connection from 1.52 on', async (NetworkMode, network) => {
    const body = { MacAddress: address, HostConfig: { NetworkMode } };
    expect((await pass(containerMacAddress(), { body })).sent?.body).toEqual({
      HostConfig: { NetworkMode },
      NetworkingConfig: { EndpointsConfig: { [network]: { MacAddress: address } } },
    });
  });
  it('is nothing without a network', async () => {
    const HostConfig = { NetworkMode: 'host' };
    expect((await pass(containerMacAddress(), { body: { MacAddress: address, HostConfig } })).sent?.body).toEqual({
      HostConfig,
    });
  });
  it.each([
    [{ web: {} }, 'HostConfig.NetworkMode must match'],
    [{ bridge: { MacAddress: '02:42:ac:11:00:05' } }, 'must match the endpoint-specific MAC address'],
  ])('is refused with the connections %j', async (EndpointsConfig, message) => {
    const body = { MacAddress: address, NetworkingConfig: { EndpointsConfig } };
    await expect(async () => pass(containerMacAddress(), { body })).rejects.toThrow(message);
  });
});

it.each([
  [{ 'keep-storage': 5 }, { 'reserved-space': 5 }],
  [{ 'keep-storage': 5, 'reserved-space': 6 }, { 'reserved-space': 6 }],
  [{ all: true }, { all: true }],
])('the space %j is %j from 1.52 on', async (query, newer) => {
  expect((await pass(keptStorage(), { query })).sent?.query).toEqual(newer);
});

describe('disk usage', () => {
  const lists = {
    LayersSize: 100,
    Images: [
      { Id: 'a', Size: 60, SharedSize: 20, Containers: 1 },
      { Id: 'b', Size: 60, SharedSize: 20, Containers: 0 },
    ],
    Containers: [
      { State: 'running', SizeRw: 5 },
      { State: 'exited', SizeRw: 7 },
    ],
    Volumes: [{ UsageData: { Size: -1, RefCount: 1 } }, { UsageData: { Size: 9, RefCount: 0 } }],
    BuildCache: [{ InUse: true, Size: 1 }, { Size: 2 }, { Size: 4, Shared: true }],
  };
  const usage = (ActiveCount: number, TotalCount: number, Reclaimable: number, TotalSize: number) => ({
    ActiveCount,
    TotalCount,
    Reclaimable,
    TotalSize,
  });
  const summaries = {
    ImageUsage: usage(1, 2, 60, 100),
    ContainerUsage: usage(1, 2, 7, 12),
    VolumeUsage: usage(1, 2, 9, 9),
    BuildCacheUsage: usage(1, 3, 2, 3),
  };

  it('is summed up beside the lists from 1.52 on', async () => {
    const { body, sent } = await pass(usageSummaries(), { query: { type: ['image'] } }, { body: lists });
    expect(body).toEqual({ ...lists, ...summaries });
    expect(sent?.query).toEqual({ type: ['image'] });
  });
  it('contains all lists in the summaries on request', async () => {
    const { body, sent } = await pass(usageSummaries(), { query: { verbose: true } }, { body: lists });
    expect(sent?.query).toEqual({});
    expect(body).toEqual({
      ImageUsage: { ...summaries.ImageUsage, Items: lists.Images },
      ContainerUsage: { ...summaries.ContainerUsage, Items: lists.Containers },
      VolumeUsage: { ...summaries.VolumeUsage, Items: lists.Volumes },
      BuildCacheUsage: { ...summaries.BuildCacheUsage, Items: lists.BuildCache },
    });
  });
  it('of kinds that were not measured is absent', async () => {
    const { body } = await pass(usageSummaries(), {}, { body: { LayersSize: 0, Images: [], Containers: null } });
    expect(body).toEqual({ LayersSize: 0, Images: [], Containers: null, ImageUsage: usage(0, 0, 0, 0) });
  });
});
