/** A network as the engine stores it. */

export interface NetworkRecord {
  readonly id: string;
  readonly name: string;
  readonly driver: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly hasIPv6: boolean;
  readonly isInternal: boolean;
  readonly isAttachable: boolean;
  /** Whether it is only a configuration, which other networks refer to. */
  readonly isConfigOnly: boolean;
  /** The name of the network whose configuration it has; empty for its own. */
  readonly configFrom: string;
  readonly options: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly addressing: AddressingRecord;
  /** The subnets of the request; the others were assigned. */
  readonly configuredSubnets: readonly string[];
  /** The scope of the request, which engines show as it is; empty for the driver's. */
  readonly scope?: string | undefined;
  /** Whether it is a network of the swarm. */
  readonly isSwarmScoped?: boolean | undefined;
  /** Whether it is the network that distributes published ports of the swarm. */
  readonly isIngress?: boolean | undefined;
}

export interface NewNetwork {
  readonly name: string;
  readonly driver: string;
  readonly hasIPv6: boolean;
  readonly isInternal: boolean;
  readonly isAttachable: boolean;
  readonly isIngress: boolean;
  readonly isConfigOnly: boolean;
  readonly configFrom: string;
  readonly options: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly addressing?: AddressingRecord | undefined;
  readonly scope?: string | undefined;
}

export interface AddressingRecord {
  readonly driver: string;
  readonly options: Readonly<Record<string, string>> | null;
  readonly subnets: readonly SubnetRecord[];
}

export interface SubnetRecord {
  /** A CIDR block. */
  readonly subnet?: string | undefined;
  /** The part of the subnet from which addresses are assigned. */
  readonly range?: string | undefined;
  readonly gateway?: string | undefined;
  /** Addresses of other machines, by name. */
  readonly auxiliary?: Readonly<Record<string, string>> | undefined;
}

/** The connection of a running container to a network. */
export interface NetworkMember {
  readonly name: string;
  readonly endpointId: string;
  readonly mac: string;
  /** With the length of the prefix; empty without an address. */
  readonly ipv4: string;
  readonly ipv6: string;
}

/** The networks that every engine has. */
export const predefinedNetworks: ReadonlySet<string> = new Set(['bridge', 'host', 'none']);
