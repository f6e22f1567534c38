/** The connection of a container to a network as the engine stores it, and reads it from requests. */
import type { EndpointIPAMConfig, EndpointSettings, EndpointSettingsInput } from '@lading/types-v1.44';
import { withoutUnset } from '../values/fill-required.js';
import type { NetworkRecord } from './network-record.js';

export interface EndpointRecord {
  /** The addresses of the request; null without a request for addresses. */
  readonly requested: RequestedAddresses | null;
  readonly mac: string;
  readonly links: readonly string[] | null;
  readonly aliases: readonly string[] | null;
  readonly driverOptions: Readonly<Record<string, string>> | null;
  /** The names that other containers on the network resolve; null on networks without name resolution. */
  readonly dnsNames: readonly string[] | null;
  /** The network that the container joined last; undefined before its first start. */
  readonly networkId?: string | undefined;
  /** Present while the container runs. */
  readonly joined?: JoinedEndpoint | undefined;
}

export interface RequestedAddresses {
  readonly ipv4?: string | undefined;
  readonly ipv6?: string | undefined;
  readonly linkLocal?: readonly string[] | undefined;
  /** Whether the address was allocated before, and stays allocated afterwards: that of a task. */
  readonly isReserved?: boolean | undefined;
}

export interface JoinedEndpoint {
  readonly networkId: string;
  readonly endpointId: string;
  readonly gateway: string;
  readonly address: string;
  readonly prefixLength: number;
  readonly ipv6Gateway: string;
  readonly ipv6Address: string;
  readonly ipv6PrefixLength: number;
  readonly mac: string;
}

/** What networks need to know of a container. */
export interface NetworkedContainer {
  readonly id: string;
  readonly name: string;
  readonly hostname: string;
  readonly isRunning: boolean;
  readonly networkMode: string;
  /** By the name of the network. */
  readonly endpoints: Readonly<Record<string, EndpointRecord>>;
  setEndpoint(network: string, endpoint: EndpointRecord | undefined): void;
}

export function readEndpoint(request: EndpointSettingsInput | null | undefined): EndpointRecord {
  const { IPAMConfig, Links, Aliases, DriverOpts, MacAddress } = withoutUnset(
    request ?? {},
  ) as Partial<EndpointSettings>;
  return {
    requested: IPAMConfig ? readAddresses(IPAMConfig) : null,
    mac: MacAddress ?? '',
    links: Links ?? null,
    aliases: Aliases ?? null,
    driverOptions: DriverOpts ?? null,
    dnsNames: null,
  };
}

function readAddresses({ IPv4Address, IPv6Address, LinkLocalIPs }: EndpointIPAMConfig): RequestedAddresses {
  return {
    ...(IPv4Address !== undefined && { ipv4: IPv4Address }),
    ...(IPv6Address !== undefined && { ipv6: IPv6Address }),
    ...(LinkLocalIPs !== undefined && { linkLocal: LinkLocalIPs }),
  };
}

/** What networks need of a plugin that is their driver. */
export interface NetworkPlugin {
  /** @throws ServerError */
  createNetwork(network: NetworkRecord): Promise<void>;
  /** @throws ServerError */
  deleteNetwork(id: string): Promise<void>;
  /**
   * Creates the endpoint of a container, and connects the container.
   *
   * @param requestedMac empty if the plugin may choose the hardware address
   * @returns the endpoint with what the plugin chose
   * @throws ServerError
   */
  join(endpoint: JoinedEndpoint, container: string, requestedMac: string): Promise<JoinedEndpoint>;
  /** Disconnects the container, and deletes the endpoint. Failures have no consequences. */
  leave(endpoint: JoinedEndpoint): Promise<void>;
}
