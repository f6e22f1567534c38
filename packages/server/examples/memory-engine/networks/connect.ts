/** Connects containers to networks and disconnects them. */
import { Conflict, Forbidden, ServerError } from '@lading/server';
import type { EndpointSettings, EndpointSettingsInput, Network } from '@lading/types-v1.44';
import type { Container } from '../containers/container.js';
import { withoutUnset } from '../containers/without-unset.js';
import type { Engine } from '../engine.js';
import { newId } from '../ids.js';
import { dnsNamesOf } from './dns-names.js';
import { validateEndpoint, validateLinkLocal } from './validate-endpoint.js';

/**
 * Returns the settings of an endpoint that has not joined the network yet.
 * @throws BadRequest if the network does not allow the addresses
 */
export function endpointOf(
  engine: Engine,
  network: Network,
  request: EndpointSettingsInput | null | undefined,
): EndpointSettings {
  const settings = withoutUnset(request ?? {}) as Partial<EndpointSettings>;
  const { IPAMConfig, Links, Aliases, DriverOpts, MacAddress } = settings;
  if (IPAMConfig) validateEndpoint(IPAMConfig, engine.networks.endpointsOf(network));
  return {
    ...notJoined,
    IPAMConfig: IPAMConfig ?? null,
    Links: Links ?? null,
    Aliases: Aliases ?? null,
    MacAddress: MacAddress ?? '',
    NetworkID: '',
    DriverOpts: DriverOpts ?? null,
    DNSNames: null,
  };
}

/**
 * Connects a container. It joins immediately if it is running, otherwise at its start. A stopped container that is
 * already connected keeps its settings.
 */
export function connect(
  engine: Engine,
  network: Network,
  container: Container,
  request?: EndpointSettingsInput | null,
): void {
  const isConnected = container.networks.has(network.Name);
  if (isConnected && container.isRunning) {
    throw new Forbidden(`endpoint with name ${container.name} already exists in network ${network.Name}`);
  }
  const settings = endpointOf(engine, network, request);
  if (isConnected) return;
  container.networks.set(network.Name, { ...settings, DNSNames: dnsNamesOf(container, network.Name, settings) });
  try {
    if (container.isRunning) join(engine, container, network.Name);
  } catch (error) {
    container.networks.delete(network.Name);
    throw error;
  }
}

export function disconnect(engine: Engine, network: Network, container: Container, force: boolean): void {
  if (!container.networks.has(network.Name) && !force) {
    throw new ServerError(`container ${container.id} is not connected to network ${network.Name}`);
  }
  if (container.hostConfig.NetworkMode === 'host') {
    throw new Conflict('container cannot be disconnected from host network or connected to host network');
  }
  leave(engine, container, network.Name);
  container.networks.delete(network.Name);
}

/** Joins all networks of the container, or none after an error. */
export function joinAll(engine: Engine, container: Container): void {
  try {
    for (const name of container.networks.keys()) join(engine, container, name);
  } catch (error) {
    leaveAll(engine, container);
    throw error;
  }
}

export function leaveAll(engine: Engine, container: Container): void {
  for (const name of container.networks.keys()) leave(engine, container, name);
}

function join(engine: Engine, container: Container, name: string): void {
  const network = engine.networks.find(name);
  const settings = container.networks.get(name);
  if (settings === undefined) return;
  validateLinkLocal(settings.IPAMConfig?.LinkLocalIPs);
  const [ipv4, ipv6] = [engine.networks.poolOf(network, 4), engine.networks.poolOf(network, 6)];
  const IPAddress = ipv4?.take(settings.IPAMConfig?.IPv4Address) ?? '';
  let GlobalIPv6Address = '';
  try {
    GlobalIPv6Address = ipv6?.take(settings.IPAMConfig?.IPv6Address) ?? '';
  } catch (error) {
    ipv4?.release(IPAddress);
    throw error;
  }
  const endpoint: EndpointSettings = {
    ...settings,
    NetworkID: network.Id,
    EndpointID: newId(),
    Gateway: ipv4?.gateway ?? '',
    IPAddress,
    IPPrefixLen: ipv4?.subnet.length ?? 0,
    IPv6Gateway: ipv6?.gateway ?? '',
    GlobalIPv6Address,
    GlobalIPv6PrefixLen: ipv6?.subnet.length ?? 0,
    MacAddress: settings.MacAddress || macOf(IPAddress),
    DNSNames: dnsNamesOf(container, name, settings),
  };
  container.networks.set(name, endpoint);
  network.Containers = {
    ...network.Containers,
    [container.id]: {
      Name: container.name,
      EndpointID: endpoint.EndpointID,
      MacAddress: endpoint.MacAddress,
      IPv4Address: IPAddress === '' ? '' : `${IPAddress}/${endpoint.IPPrefixLen}`,
      IPv6Address: GlobalIPv6Address === '' ? '' : `${GlobalIPv6Address}/${endpoint.GlobalIPv6PrefixLen}`,
    },
  };
  engine.events.emit('network', 'connect', network.Id, { container: container.id, name, type: network.Driver });
}

function leave(engine: Engine, container: Container, name: string): void {
  const network = engine.networks.all().find(({ Name }) => Name === name);
  const settings = container.networks.get(name);
  if (network === undefined || settings === undefined || settings.EndpointID === '') return;
  const { [container.id]: _left, ...others } = network.Containers ?? {};
  network.Containers = others;
  engine.networks.poolOf(network, 4)?.release(settings.IPAddress);
  engine.networks.poolOf(network, 6)?.release(settings.GlobalIPv6Address);
  container.networks.set(name, { ...settings, ...notJoined });
  engine.events.emit('network', 'disconnect', network.Id, { container: container.id, name, type: network.Driver });
}

/** The settings of an endpoint that has not joined its network. */
const notJoined = {
  EndpointID: '',
  Gateway: '',
  IPAddress: '',
  IPPrefixLen: 0,
  IPv6Gateway: '',
  GlobalIPv6Address: '',
  GlobalIPv6PrefixLen: 0,
  MacAddress: '',
};

function macOf(address: string): string {
  const digits = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return address === '' ? '' : `02:42:${digits.join(':')}`;
}
