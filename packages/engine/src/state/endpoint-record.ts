/** The connection of a container to a network as the engine stores it. */

export interface EndpointRecord {
  /** The addresses of the request; null without a request for addresses. */
  readonly requested: RequestedAddresses | null;
  readonly mac: string;
  readonly links: readonly string[] | null;
  readonly aliases: readonly string[] | null;
  readonly driverOptions: Readonly<Record<string, string>> | null;
  /** The names that other containers on the network resolve; null on networks without name resolution. */
  readonly dnsNames: readonly string[] | null;
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
