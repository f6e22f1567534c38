/** Describes a network in responses, and reads it from requests. */
import type { IPAM, IPAMConfig, Network, NetworkContainer, NetworkCreateRequest } from '@lading/types-v1.44';
import { dateTime } from '../values/date-time.js';
import { withoutUnset } from '../values/fill-required.js';
import type { NetworkMember, NetworkRecord, NewNetwork, SubnetRecord } from '../state/network-record.js';

/** @param members the running containers on the network, by id */
export function networkResponse(network: NetworkRecord, members: ReadonlyMap<string, NetworkMember>): Network {
  const { driver, options, subnets } = network.addressing;
  return {
    Name: network.name,
    Id: network.id,
    Created: dateTime(network.created),
    Scope: network.isSwarmScoped === true ? 'swarm' : network.scope || 'local',
    Driver: network.driver,
    EnableIPv6: network.hasIPv6,
    IPAM: {
      Driver: driver,
      Options: options && { ...options },
      Config: subnets.length === 0 ? null : subnets.map(subnetResponse),
    },
    Internal: network.isInternal,
    Attachable: network.isAttachable,
    Ingress: network.isIngress === true,
    ConfigFrom: { Network: network.configFrom },
    ConfigOnly: network.isConfigOnly,
    Containers: Object.fromEntries([...members].map(([id, member]) => [id, memberResponse(member)])),
    Options: { ...network.options },
    Labels: { ...network.labels },
  };
}

export function readNewNetwork(body: NetworkCreateRequest): NewNetwork {
  const given = withoutUnset(body) as Partial<Omit<Network, 'ConfigFrom'>> & {
    readonly ConfigFrom?: { readonly Network?: string };
  };
  return {
    name: given.Name ?? '',
    driver: given.Driver ?? '',
    hasIPv6: given.EnableIPv6 === true,
    isInternal: given.Internal === true,
    isAttachable: given.Attachable === true,
    isIngress: given.Ingress === true,
    isConfigOnly: given.ConfigOnly === true,
    configFrom: given.ConfigFrom?.Network ?? '',
    options: given.Options ?? {},
    labels: given.Labels ?? {},
    ...(given.Scope && { scope: given.Scope }),
    ...(given.IPAM && { addressing: readAddressing(given.IPAM) }),
  };
}

function readAddressing({ Driver, Options, Config }: Partial<IPAM>): NewNetwork['addressing'] {
  return { driver: Driver || 'default', options: Options ?? null, subnets: (Config ?? []).map(readSubnet) };
}

function readSubnet({ Subnet, IPRange, Gateway, AuxiliaryAddresses }: IPAMConfig): SubnetRecord {
  return {
    ...(Subnet !== undefined && { subnet: Subnet }),
    ...(IPRange !== undefined && { range: IPRange }),
    ...(Gateway !== undefined && { gateway: Gateway }),
    ...(AuxiliaryAddresses !== undefined && { auxiliary: AuxiliaryAddresses }),
  };
}

function subnetResponse({ subnet, range, gateway, auxiliary }: SubnetRecord): IPAMConfig {
  return {
    ...(subnet !== undefined && { Subnet: subnet }),
    ...(range !== undefined && { IPRange: range }),
    ...(gateway !== undefined && { Gateway: gateway }),
    ...(auxiliary !== undefined && { AuxiliaryAddresses: { ...auxiliary } }),
  };
}

function memberResponse({ name, endpointId, mac, ipv4, ipv6 }: NetworkMember): NetworkContainer {
  return { Name: name, EndpointID: endpointId, MacAddress: mac, IPv4Address: ipv4, IPv6Address: ipv6 };
}
