/** Describes the connection of a container to a network in responses. */
import type { EndpointIPAMConfig, EndpointSettings } from '@lading/types-v1.44';
import type { EndpointRecord, RequestedAddresses } from '../../state/endpoint-record.js';

export function endpointResponse(endpoint: EndpointRecord): EndpointSettings {
  const { requested, mac, links, aliases, driverOptions, dnsNames, networkId = '', joined } = endpoint;
  return {
    IPAMConfig: requested && addressesResponse(requested),
    Links: links && [...links],
    Aliases: aliases && [...aliases],
    MacAddress: joined?.mac ?? mac,
    NetworkID: networkId,
    EndpointID: joined?.endpointId ?? '',
    Gateway: joined?.gateway ?? '',
    IPAddress: joined?.address ?? '',
    IPPrefixLen: joined?.prefixLength ?? 0,
    IPv6Gateway: joined?.ipv6Gateway ?? '',
    GlobalIPv6Address: joined?.ipv6Address ?? '',
    GlobalIPv6PrefixLen: joined?.ipv6PrefixLength ?? 0,
    DriverOpts: driverOptions && { ...driverOptions },
    DNSNames: dnsNames && [...dnsNames],
  };
}

function addressesResponse({ ipv4, ipv6, linkLocal }: RequestedAddresses): EndpointIPAMConfig {
  return {
    ...(ipv4 !== undefined && { IPv4Address: ipv4 }),
    ...(ipv6 !== undefined && { IPv6Address: ipv6 }),
    ...(linkLocal !== undefined && { LinkLocalIPs: [...linkLocal] }),
  };
}
