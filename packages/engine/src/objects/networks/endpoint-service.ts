/** Connects containers to networks: their addresses, their names, and what they reach. */
import { BadRequest, Conflict, Forbidden, ServerError } from '@lading/server-v1.44';
import type { EventLog } from '../../state/event-log.js';
import type { Ids } from '../../ports/ports.js';
import type { EndpointRecord, JoinedEndpoint, NetworkedContainer } from '../../state/endpoint-record.js';
import { predefinedNetworks, type NetworkRecord } from '../../state/network-record.js';
import type { NetworkService } from './network-service.js';
import { validateEndpoint, validateLinkLocal } from './validate-endpoint.js';

export class EndpointService {
  readonly #networks: NetworkService;
  readonly #events: EventLog;
  readonly #ids: Ids;

  constructor(networks: NetworkService, events: EventLog, ids: Ids) {
    this.#networks = networks;
    this.#events = events;
    this.#ids = ids;
  }

  /** @throws BadRequest if the network does not allow the addresses of the endpoint */
  validate(network: NetworkRecord, { requested, aliases, mac }: EndpointRecord): void {
    if (network.isConfigOnly)
      throw new Forbidden(`configuration-only network ${network.name} cannot be used by containers`);
    if (network.isSwarmScoped === true && !network.isAttachable && requested?.isReserved !== true)
      throw new Forbidden(
        `Could not attach to network ${network.name}: rpc error: code = PermissionDenied desc = network ${network.name} not manually attachable`,
      );
    if (mac !== '' && !isMacAddress(mac)) throw new BadRequest(`invalid MAC address ${mac}`);
    const { configuredSubnets } = network;
    const isPredefined = predefinedNetworks.has(network.name);
    validateEndpoint({ ...requested, aliases }, { isPredefined, configuredSubnets });
  }

  /**
   * Connects a container. It joins immediately if it is running, otherwise at its start. A stopped container that is
   * already connected keeps its settings.
   */
  async connect(network: NetworkRecord, container: NetworkedContainer, endpoint: EndpointRecord): Promise<void> {
    const { name } = network;
    const isConnected = container.endpoints[name] !== undefined;
    if (isConnected) this.validate(network, endpoint);
    if (isConnected && container.isRunning)
      throw new Forbidden(`endpoint with name ${container.name} already exists in network ${name}`);
    const { networkMode: mode } = container;
    if (!mode.startsWith('container:')) this.validate(network, endpoint);
    if (name === 'host' && mode !== 'host')
      throw new BadRequest('container cannot be disconnected from host network or connected to host network');
    if (mode.startsWith('container:') || (mode === 'host' && name !== 'host'))
      throw new BadRequest(
        'container sharing network namespace with another container or host cannot be connected to any other network',
      );
    const others = Object.keys(container.endpoints).filter((other) => other !== name);
    if (others.includes('none') || (name === 'none' && others.length > 0))
      throw new BadRequest(
        'container cannot be connected to multiple networks with one of the networks in private (none) mode',
      );
    if (isConnected) return;
    container.setEndpoint(name, { ...endpoint, dnsNames: dnsNamesOf(container, name, endpoint) });
    try {
      if (container.isRunning) await this.#join(container, name);
    } catch (error) {
      container.setEndpoint(name, undefined);
      throw error;
    }
  }

  disconnect(network: NetworkRecord, container: NetworkedContainer): void {
    const { name } = network;
    if (container.endpoints[name] === undefined)
      throw new ServerError(
        `container ${container.id} is not connected to ${container.isRunning ? '' : 'the '}network ${name}`,
      );
    if (container.networkMode === 'host')
      throw new Conflict('container cannot be disconnected from host network or connected to host network');
    this.#leave(container, name);
    container.setEndpoint(name, undefined);
  }

  /** Joins all networks of the container, or none after an error. */
  async joinAll(container: NetworkedContainer): Promise<void> {
    try {
      for (const name of Object.keys(container.endpoints)) await this.#join(container, name);
    } catch (error) {
      this.leaveAll(container);
      throw error;
    }
  }

  leaveAll(container: NetworkedContainer): void {
    for (const name of Object.keys(container.endpoints)) this.#leave(container, name);
  }

  /** Updates the names of a container on its networks. */
  rename(container: NetworkedContainer): void {
    for (const [name, endpoint] of Object.entries(container.endpoints)) {
      const { joined } = endpoint;
      const member = joined && this.#networks.members(joined.networkId).get(container.id);
      if (joined !== undefined && member !== undefined)
        this.#networks.setMember(joined.networkId, container.id, { ...member, name: container.name });
      if (endpoint.dnsNames !== null)
        container.setEndpoint(name, { ...endpoint, dnsNames: dnsNamesOf(container, name, endpoint) });
    }
  }

  async #join(container: NetworkedContainer, name: string): Promise<void> {
    const endpoint = container.endpoints[name];
    if (endpoint === undefined) return;
    const network = this.#networks.find(name);
    if (network.isSwarmScoped === true) this.#networks.adopt(network);
    const allocated = this.#joinedEndpoint(network, endpoint);
    const joined = await this.#joinPlugin(network, container, allocated, endpoint);
    container.setEndpoint(name, {
      ...endpoint,
      dnsNames: dnsNamesOf(container, name, endpoint),
      networkId: network.id,
      joined,
    });
    const { endpointId, mac, address, prefixLength, ipv6Address, ipv6PrefixLength } = joined;
    this.#networks.setMember(network.id, container.id, {
      name: container.name,
      endpointId,
      mac,
      ipv4: address === '' ? '' : `${address}/${prefixLength}`,
      ipv6: ipv6Address === '' ? '' : `${ipv6Address}/${ipv6PrefixLength}`,
    });
    this.#emit('connect', network, container);
  }

  /** Lets the plugin of the network, if it has one, connect the container. */
  async #joinPlugin(
    network: NetworkRecord,
    { id }: NetworkedContainer,
    allocated: JoinedEndpoint,
    { mac, requested }: EndpointRecord,
  ): Promise<JoinedEndpoint> {
    const plugin = this.#networks.pluginFor(network);
    if (plugin === undefined) return allocated;
    try {
      return await plugin.join(allocated, id, mac);
    } catch (error) {
      this.#release(network, allocated, requested?.isReserved === true);
      throw error;
    }
  }

  #joinedEndpoint(network: NetworkRecord, { requested, mac }: EndpointRecord): JoinedEndpoint {
    validateLinkLocal(requested?.linkLocal);
    const [ipv4, ipv6] = [this.#networks.poolOf(network, 4), this.#networks.poolOf(network, 6)];
    const address = requested?.isReserved === true ? (requested.ipv4 ?? '') : (ipv4?.take(requested?.ipv4) ?? '');
    let ipv6Address = '';
    try {
      ipv6Address = ipv6?.take(requested?.ipv6) ?? '';
    } catch (error) {
      ipv4?.release(address);
      throw error;
    }
    return {
      networkId: network.id,
      endpointId: this.#ids.next(),
      gateway: ipv4?.gateway ?? '',
      address,
      prefixLength: ipv4?.subnet.length ?? 0,
      ipv6Gateway: ipv6?.gateway ?? '',
      ipv6Address,
      ipv6PrefixLength: ipv6?.subnet.length ?? 0,
      mac: mac || macOf(address),
    };
  }

  #leave(container: NetworkedContainer, name: string): void {
    const { joined, ...rest } = container.endpoints[name] ?? {};
    if (joined === undefined) return;
    const endpoint = rest as EndpointRecord;
    container.setEndpoint(name, endpoint);
    const network = this.#networks.named(name);
    if (network === undefined) return;
    this.#networks.setMember(network.id, container.id, undefined);
    this.#release(network, joined, endpoint.requested?.isReserved === true);
    void this.#networks.pluginFor(network)?.leave(joined);
    this.#emit('disconnect', network, container);
    this.#networks.dropUnused(network);
  }

  #release(network: NetworkRecord, { address, ipv6Address }: JoinedEndpoint, isReserved: boolean): void {
    if (!isReserved) this.#networks.poolOf(network, 4)?.release(address);
    this.#networks.poolOf(network, 6)?.release(ipv6Address);
  }

  #emit(action: string, { id, name, driver }: NetworkRecord, container: NetworkedContainer): void {
    this.#events.emit('network', action, id, { container: container.id, name, type: driver });
  }
}

/** Returns the names that other containers resolve, or null on networks without name resolution. */
export function dnsNamesOf(
  { name, id, hostname }: Pick<NetworkedContainer, 'name' | 'id' | 'hostname'>,
  network: string,
  { aliases }: Pick<EndpointRecord, 'aliases'>,
): string[] | null {
  if (predefinedNetworks.has(network)) return null;
  return [...new Set([name, ...(aliases ?? []), id.slice(0, 12), hostname])];
}

/** Tells whether a text is six, eight or twenty bytes in one of the three usual forms. */
function isMacAddress(text: string): boolean {
  const bytes = /^[\da-f]{4}(?:\.[\da-f]{4})+$/i.test(text)
    ? text.replaceAll('.', '').length / 2
    : /^[\da-f]{2}(?:(?::[\da-f]{2})+|(?:-[\da-f]{2})+)$/i.test(text)
      ? (text.length + 1) / 3
      : 0;
  return bytes === 6 || bytes === 8 || bytes === 20;
}

function macOf(address: string): string {
  const digits = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return address === '' ? '' : `02:42:${digits.join(':')}`;
}
