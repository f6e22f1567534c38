/** Puts containers on networks and takes them off. */
import { isIP } from 'node:net';
import { BadRequest, Conflict, Forbidden } from '@lading/server';
import type { EndpointSettings, EndpointSettingsInput, Network } from '@lading/types-v1.44';
import type { Container } from '../containers/container.js';
import { withoutUnset } from '../containers/without-unset.js';
import type { Engine } from '../engine.js';
import { newId } from '../ids.js';

/** Settings of one that is not on it yet. */
export function endpointOf(
  given: EndpointSettingsInput | null | undefined,
  container: Pick<Container, 'id' | 'name'>,
): EndpointSettings {
  const { IPAMConfig, Links, Aliases, DriverOpts, MacAddress } = withoutUnset(given ?? {}) as Partial<EndpointSettings>;
  for (const address of [IPAMConfig?.IPv4Address, IPAMConfig?.IPv6Address]) {
    if (address && isIP(address) === 0)
      throw new BadRequest(`invalid endpoint settings:\ninvalid IPv4 address: ${address}`);
  }
  return {
    IPAMConfig: IPAMConfig ?? null,
    Links: Links ?? null,
    Aliases: Aliases ?? null,
    MacAddress: MacAddress ?? '',
    NetworkID: '',
    EndpointID: '',
    Gateway: '',
    IPAddress: '',
    IPPrefixLen: 0,
    IPv6Gateway: '',
    GlobalIPv6Address: '',
    GlobalIPv6PrefixLen: 0,
    DriverOpts: DriverOpts ?? null,
    DNSNames: [...new Set([container.name, ...(Aliases ?? []), container.id.slice(0, 12)])],
  };
}

/** One that runs joins at once, another when it starts. */
export function connect(
  engine: Engine,
  network: Network,
  container: Container,
  given?: EndpointSettingsInput | null,
): void {
  if (container.networks.has(network.Name)) {
    throw new Forbidden(`endpoint with name ${container.name} already exists in network ${network.Name}`);
  }
  container.networks.set(network.Name, endpointOf(given, container));
  if (container.isRunning) join(engine, container, network.Name);
}

export function disconnect(engine: Engine, network: Network, container: Container, force: boolean): void {
  if (!container.networks.has(network.Name) && !force) {
    throw new Forbidden(`container ${container.id} is not connected to network ${network.Name}`);
  }
  if (container.hostConfig.NetworkMode === 'host') {
    throw new Conflict('container cannot be disconnected from host network or connected to host network');
  }
  leave(engine, container, network.Name);
  container.networks.delete(network.Name);
}

export function joinAll(engine: Engine, container: Container): void {
  for (const name of container.networks.keys()) join(engine, container, name);
}

export function leaveAll(engine: Engine, container: Container): void {
  for (const name of container.networks.keys()) leave(engine, container, name);
}

function join(engine: Engine, container: Container, name: string): void {
  const network = engine.networks.find(name);
  const settings = container.networks.get(name);
  if (settings === undefined) return;
  const { address, gateway, length } = engine.networks.addressOn(network);
  const endpoint: EndpointSettings = {
    ...settings,
    NetworkID: network.Id,
    EndpointID: newId(),
    Gateway: gateway,
    IPAddress: settings.IPAMConfig?.IPv4Address || address,
    IPPrefixLen: length,
    MacAddress: settings.MacAddress || macOf(address),
  };
  container.networks.set(name, endpoint);
  network.Containers = {
    ...network.Containers,
    [container.id]: {
      Name: container.name,
      EndpointID: endpoint.EndpointID,
      MacAddress: endpoint.MacAddress,
      IPv4Address: endpoint.IPAddress === '' ? '' : `${endpoint.IPAddress}/${length}`,
      IPv6Address: '',
    },
  };
  engine.events.emit('network', 'connect', network.Id, { container: container.id, name, type: network.Driver });
}

function leave(engine: Engine, container: Container, name: string): void {
  const network = engine.networks.all().find(({ Name }) => Name === name);
  const settings = container.networks.get(name);
  if (network === undefined || settings === undefined || settings.EndpointID === '') return;
  const { [container.id]: _gone, ...others } = network.Containers ?? {};
  network.Containers = others;
  container.networks.set(name, {
    ...settings,
    EndpointID: '',
    Gateway: '',
    IPAddress: '',
    IPPrefixLen: 0,
    MacAddress: '',
  });
  engine.events.emit('network', 'disconnect', network.Id, { container: container.id, name, type: network.Driver });
}

function macOf(address: string): string {
  const digits = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return address === '' ? '' : `02:42:${digits.join(':')}`;
}
