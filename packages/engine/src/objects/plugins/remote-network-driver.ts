/** The methods of network plugins. */
import type { JoinedEndpoint, NetworkPlugin } from '../../state/endpoint-record.js';
import type { NetworkRecord, SubnetRecord } from '../../state/network-record.js';
import type { PluginConnection } from './plugin-connection.js';

export class RemoteNetworkDriver implements NetworkPlugin {
  readonly #connection: PluginConnection;

  constructor(connection: PluginConnection) {
    this.#connection = connection;
  }

  async createNetwork({ id, addressing, hasIPv6, isInternal, options }: NetworkRecord): Promise<void> {
    const data = addressing.subnets.map(ipamDataOf);
    await this.#connection.call('NetworkDriver.CreateNetwork', {
      NetworkID: id,
      Options: {
        'com.docker.network.enable_ipv6': hasIPv6,
        'com.docker.network.generic': options,
        ...(isInternal && { 'com.docker.network.internal': true }),
      },
      IPv4Data: data.filter(({ Pool }) => !Pool.includes(':')),
      IPv6Data: data.filter(({ Pool }) => Pool.includes(':')),
    });
  }

  async deleteNetwork(id: string): Promise<void> {
    await this.#connection.call('NetworkDriver.DeleteNetwork', { NetworkID: id });
  }

  async join(endpoint: JoinedEndpoint, container: string, requestedMac: string): Promise<JoinedEndpoint> {
    const ids = { NetworkID: endpoint.networkId, EndpointID: endpoint.endpointId };
    const { Interface } = await this.#connection.call('NetworkDriver.CreateEndpoint', {
      ...ids,
      Options: {},
      Interface: {
        Address: withPrefix(endpoint.address, endpoint.prefixLength),
        AddressIPv6: withPrefix(endpoint.ipv6Address, endpoint.ipv6PrefixLength),
        MacAddress: requestedMac,
      },
    });
    const mac = textOf(Interface, 'MacAddress') || endpoint.mac;
    try {
      const joined = await this.#connection.call('NetworkDriver.Join', {
        ...ids,
        SandboxKey: `/var/run/docker/netns/${container.slice(0, 12)}`,
        Options: {},
      });
      const gateway = textOf(joined, 'Gateway') || endpoint.gateway;
      return { ...endpoint, mac, gateway, ipv6Gateway: textOf(joined, 'GatewayIPv6') || endpoint.ipv6Gateway };
    } catch (error) {
      await this.#attempt('NetworkDriver.DeleteEndpoint', ids);
      throw error;
    }
  }

  async leave({ networkId, endpointId }: JoinedEndpoint): Promise<void> {
    const ids = { NetworkID: networkId, EndpointID: endpointId };
    await this.#attempt('NetworkDriver.Leave', ids);
    await this.#attempt('NetworkDriver.DeleteEndpoint', ids);
  }

  async #attempt(method: string, body: object): Promise<void> {
    await this.#connection.call(method, body).catch(() => undefined);
  }
}

function ipamDataOf({ subnet = '', gateway = '', auxiliary = {} }: SubnetRecord) {
  return {
    AddressSpace: 'LocalDefault',
    Pool: subnet,
    Gateway: withPrefix(gateway, Number(subnet.split('/')[1] ?? 0)),
    AuxAddresses: auxiliary,
  };
}

function withPrefix(address: string, length: number): string {
  return address === '' ? '' : `${address}/${length}`;
}

/** Returns a property of what a plugin sent; empty if it is no string. */
function textOf(value: unknown, name: string): string {
  const text = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof text === 'string' ? text : '';
}
