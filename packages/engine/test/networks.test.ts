/** Networks of the engine: address ranges, addresses of containers, names. */
import type { EndpointIPAMConfigInput, IPAMConfigInput } from '@lading/types-v1.44';
import { describe, expect, it } from 'vitest';
import { useEngineScene } from './engine-scene.js';
import { badRequestOf } from './bad-request.js';

const scene = useEngineScene();
const subnet = '10.98.1.0/24';

const createNetwork = (Config: IPAMConfigInput[], EnableIPv6 = false, Name = 'n') =>
  scene().client.network.create({ body: { Name, EnableIPv6, IPAM: { Config } } });

const withAddress = (network: string, IPAMConfig: EndpointIPAMConfigInput) => ({
  HostConfig: { NetworkMode: network },
  NetworkingConfig: { EndpointsConfig: { [network]: { IPAMConfig } } },
});

it.each([
  ['subnets', { IPAM: { Config: [{ Subnet: subnet }] } }],
  ['IPv6', { EnableIPv6: true }],
  ['options', { Options: { a: 'b' } }],
])('a network with the configuration of another has no %s of its own', async (_what, settings) => {
  const { network } = scene().client;
  await network.create({ body: { Name: 'conf', ConfigOnly: true, IPAM: { Config: [{ Subnet: '10.9.0.0/16' }] } } });
  const ConfigFrom = { Network: 'conf' };
  await expect(network.create({ body: { Name: 'n', ConfigFrom, ...settings } })).rejects.toMatchObject({ status: 403 });
  await network.create({ body: { Name: 'n', ConfigFrom } });
  expect(await network.inspect({ id: 'n' })).toMatchObject({ IPAM: { Config: [{ Subnet: '10.9.0.0/16' }] } });
});

describe('a network is not created with', () => {
  it.each<[string, IPAMConfigInput, string]>([
    [
      'a prefix that is too long',
      { Subnet: '10.98.1.0/99' },
      'invalid subnet 10.98.1.0/99: invalid CIDR block notation',
    ],
    ['a subnet without a prefix', { Subnet: '10.98.1.0' }, 'invalid subnet 10.98.1.0: invalid CIDR block notation'],
    ['bits after the prefix', { Subnet: '10.98.1.7/24' }, 'invalid subnet 10.98.1.7/24: it should be 10.98.1.0/24'],
    ['a gateway that is no address', { Subnet: subnet, Gateway: 'nope' }, 'invalid gateway nope: invalid address'],
    [
      'a gateway outside of the subnet',
      { Subnet: subnet, Gateway: '11.0.0.1' },
      `invalid gateway 11.0.0.1: parent subnet ${subnet} doesn't contain this address`,
    ],
    [
      'a gateway of the other family',
      { Subnet: subnet, Gateway: 'fe80::1' },
      'invalid gateway fe80::1: parent subnet is an IPv4 block',
    ],
    ['a range that is none', { Subnet: subnet, IPRange: 'nope' }, 'invalid ip-range nope: invalid CIDR block notation'],
    [
      'a range outside of the subnet',
      { Subnet: subnet, IPRange: '10.97.0.0/25' },
      `invalid ip-range 10.97.0.0/25: parent subnet ${subnet} doesn't contain ip-range`,
    ],
    [
      'a range larger than the subnet',
      { Subnet: subnet, IPRange: '10.98.0.0/16' },
      `invalid ip-range 10.98.0.0/16: CIDR block is bigger than its parent subnet ${subnet}`,
    ],
    [
      'bits after the prefix of the range',
      { Subnet: subnet, IPRange: '10.98.1.130/25' },
      'invalid ip-range 10.98.1.130/25: it should be 10.98.1.128/25',
    ],
    [
      'a range of the other family',
      { Subnet: subnet, IPRange: 'fd00::/120' },
      'invalid ip-range fd00::/120: parent subnet is an IPv4 block',
    ],
    [
      'an auxiliary address outside of the subnet',
      { Subnet: subnet, AuxiliaryAddresses: { a: '11.1.1.1' } },
      `invalid auxiliary address a: parent subnet ${subnet} doesn't contain this address`,
    ],
    [
      'several mistakes',
      { Subnet: subnet, IPRange: 'nope', Gateway: 'bad', AuxiliaryAddresses: { a: 'x', b: 'y' } },
      '* invalid ip-range nope: invalid CIDR block notation\n* invalid gateway bad: invalid address\n' +
        '* invalid auxiliary address a: invalid address\n* invalid auxiliary address b: invalid address',
    ],
  ])('%s', async (_what, config, message) => {
    await expect(createNetwork([config])).rejects.toMatchObject(badRequestOf(`invalid network config:\n${message}`));
  });

  it.each<[string, IPAMConfigInput]>([
    ['failed to allocate gateway (10.98.1.255): Address already in use', { Subnet: subnet, Gateway: '10.98.1.255' }],
    [
      'failed to allocate secondary ip address (b:10.98.1.5): Address already in use',
      { Subnet: subnet, AuxiliaryAddresses: { a: '10.98.1.5', b: '10.98.1.5' } },
    ],
  ])('an address that is taken: %s', async (message, config) => {
    await expect(createNetwork([config])).rejects.toMatchObject({
      status: 500,
      message: expect.stringContaining(message) as string,
    });
  });
});

it('allocates unique addresses of the range, for both families', async () => {
  await createNetwork(
    [{ Subnet: subnet, IPRange: '10.98.1.128/25', AuxiliaryAddresses: { a: '10.98.1.129' } }, { Subnet: 'fd98::/64' }],
    true,
  );
  const taken = await scene().run(withAddress('n', { IPv4Address: '10.98.1.130' }));
  const other = await scene().run({ HostConfig: { NetworkMode: 'n' } });
  expect(await scene().endpoint(taken, 'n')).toMatchObject({ IPAddress: '10.98.1.130', Gateway: '10.98.1.128' });
  expect(await scene().endpoint(other, 'n')).toMatchObject({
    IPAddress: '10.98.1.131',
    IPPrefixLen: 24,
    GlobalIPv6Address: 'fd98::3',
    GlobalIPv6PrefixLen: 64,
    IPv6Gateway: 'fd98::1',
  });
});

describe('an address of a container is rejected', () => {
  const outside = (address: string) => `no configured subnet or ip-range contain the IP address ${address}`;
  const unconfigured =
    'user specified IP address is supported only when connecting to networks with user configured subnets';
  it.each<[string, EndpointIPAMConfigInput, string]>([
    ['n', { IPv4Address: 'fe80::1' }, `* invalid IPv4 address: fe80::1\n* ${outside('fe80::1')}`],
    ['n', { IPv4Address: '0.0.0.0' }, `* invalid IPv4 address: 0.0.0.0\n* ${outside('0.0.0.0')}`],
    ['n', { IPv4Address: '11.1.1.1' }, outside('11.1.1.1')],
    ['n', { IPv6Address: '10.1.1.1' }, `* invalid IPv6 address: 10.1.1.1\n* ${unconfigured}`],
    ['n', { LinkLocalIPs: ['garbage'] }, 'invalid link-local IP address: garbage'],
    ['auto', { IPv4Address: '172.18.0.9' }, unconfigured],
    [
      'bridge',
      { IPv4Address: 'zz' },
      `* user specified IP address is supported on user defined networks only\n* invalid IPv4 address: zz\n* ${unconfigured}`,
    ],
  ])('on %s: %o', async (network, config, message) => {
    await createNetwork([{ Subnet: subnet }]);
    await scene().client.network.create({ body: { Name: 'auto' } });
    const settings = `invalid endpoint settings:\n${message}`;
    await expect(scene().create(withAddress(network, config))).rejects.toMatchObject(
      badRequestOf(`invalid config for network ${network}: ${settings}`),
    );
    const Container = await scene().create({ HostConfig: { NetworkMode: 'none' } });
    const body = { Container, EndpointConfig: { IPAMConfig: config } };
    await expect(scene().client.network.connect({ id: network, body })).rejects.toMatchObject(badRequestOf(settings));
  });

  it('at the start, if another container has it', async () => {
    await createNetwork([{ Subnet: subnet }]);
    await scene().run(withAddress('n', { IPv4Address: '10.98.1.50' }));
    const id = await scene().create(withAddress('n', { IPv4Address: '10.98.1.50' }));
    await expect(scene().client.container.start({ id })).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('Address already in use') as string,
    });
    expect(await scene().state(id)).toMatchObject({ Running: false, ExitCode: 128 });
    expect((await scene().endpoint(id, 'n'))?.EndpointID).toBe('');
  });

  it('at the start, if a link-local one is invalid', async () => {
    await createNetwork([{ Subnet: subnet }]);
    const id = await scene().create(withAddress('n', { LinkLocalIPs: ['10.0.0.1'] }));
    await expect(scene().client.container.start({ id })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('invalid link local IP address: 10.0.0.1') as string,
    });
  });
});

describe('a container that is connected', () => {
  it('is rejected while it runs, and unchanged while it is stopped', async () => {
    await createNetwork([{ Subnet: subnet }]);
    const id = await scene().create({ HostConfig: { NetworkMode: 'n' } });
    const again = (EndpointConfig: object) =>
      scene().client.network.connect({ id: 'n', body: { Container: id, EndpointConfig } });
    const before = await scene().endpoint(id, 'n');
    await again({ Aliases: ['x'], IPAMConfig: { IPv4Address: '10.98.1.77' } });
    expect(await scene().endpoint(id, 'n')).toEqual(before);
    await expect(again({ IPAMConfig: { IPv4Address: '11.1.1.1' } })).rejects.toMatchObject({ status: 400 });
    await scene().client.container.start({ id });
    await expect(again({})).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('already exists in network n') as string,
    });
    await scene().client.container.pause({ id });
    await expect(again({})).rejects.toMatchObject({ status: 403 });
    await scene().client.container.unpause({ id });
    await scene().client.container.stop({ id, t: 0 });
    await again({});
  });

  it('has the DNS names name, aliases, id and host name, in this order, after it has run', async () => {
    await createNetwork([{ Subnet: subnet }]);
    const id = await scene().create(
      {
        Hostname: 'host',
        HostConfig: { NetworkMode: 'n' },
        NetworkingConfig: { EndpointsConfig: { n: { Aliases: ['a', 'one', 'a'] } } },
      },
      'one',
    );
    const short = id.slice(0, 12);
    expect((await scene().endpoint(id, 'n'))?.DNSNames).toBeNull();
    await scene().client.container.start({ id });
    expect((await scene().endpoint(id, 'n'))?.DNSNames).toEqual(['one', 'a', short, 'host']);
    await scene().client.container.rename({ id, name: 'two' });
    expect((await scene().endpoint(id, 'n'))?.DNSNames).toEqual(['two', 'a', 'one', short, 'host']);
    const plain = await scene().run({ Hostname: 'host' });
    expect((await scene().endpoint(plain, 'bridge'))?.DNSNames).toBeNull();
  });
});

it.each([null, '', 'default', 'bridge'])('reports the name of the default network for the mode %j', async (mode) => {
  const id = await scene().create({ HostConfig: { NetworkMode: mode } });
  const { HostConfig, NetworkSettings } = await scene().client.container.inspect({ id });
  expect(HostConfig.NetworkMode).toBe('bridge');
  expect(Object.keys(NetworkSettings.Networks)).toEqual(['bridge']);
});
