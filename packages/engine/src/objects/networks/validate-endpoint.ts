/** Rejects addresses that a container cannot have on a network, with the engine's messages. */
import { BadRequest } from '@lading/server-v1.44';
import { contains, parseAddress, parseSubnet, type Address, type Subnet } from '../../values/address.js';
import type { RequestedAddresses } from '../../state/endpoint-record.js';
import { joinedMessages } from './validate-ipam.js';

/** The properties of a network that constrain its endpoints. */
export interface EndpointNetwork {
  readonly isPredefined: boolean;
  /** The subnets of the request that created the network. */
  readonly configuredSubnets: readonly string[];
}

interface RequestedEndpoint extends RequestedAddresses {
  readonly aliases: readonly string[] | null;
}

/** @throws BadRequest with all problems of the configuration */
export function validateEndpoint(
  { ipv4 = '', ipv6 = '', linkLocal, aliases }: RequestedEndpoint,
  { isPredefined, configuredSubnets }: EndpointNetwork,
): void {
  const subnets = configuredSubnets.flatMap((text) => parseSubnet(text) ?? []);
  const addresses = [ipv4, ipv6];
  const problems = [
    ...(isPredefined && addresses.some((text) => text !== '')
      ? ['user specified IP address is supported on user defined networks only']
      : []),
    ...(isPredefined && (aliases ?? []).length > 0
      ? ['network-scoped alias is supported only for containers in user defined networks']
      : []),
    ...addresses.flatMap((text, index) => {
      const family = index === 0 ? 4 : 6;
      return text === '' || isUsable(text, family) ? [] : [`invalid IPv${family} address: ${text}`];
    }),
    ...(linkLocal ?? []).flatMap((text) =>
      isUsable(text) ? [] : [`invalid link-local IP address: ${text}`.trimEnd()],
    ),
    ...addresses.flatMap((text, index) =>
      text === ''
        ? []
        : subnetProblems(
            text,
            subnets.filter(({ family }) => family === (index === 0 ? 4 : 6)),
          ),
    ),
  ];
  if (problems.length > 0) throw new BadRequest(`invalid endpoint settings:\n${joinedMessages(problems)}`);
}

const linkLocalBlocks = ['169.254.0.0/16', 'fe80::/64'];

/** Validates link-local addresses, which engines do only when the container joins. @throws BadRequest */
export function validateLinkLocal(addresses: readonly string[] | null | undefined): void {
  if (!addresses || addresses.length === 0) return;
  const blocks = linkLocalBlocks.flatMap((text) => parseSubnet(text) ?? []);
  for (const text of addresses) {
    const address = parseAddress(text);
    if (address === undefined || !blocks.some((block) => contains(block, address)))
      throw new BadRequest(`invalid link local IP address: ${text}`);
  }
}

function isUsable(text: string, family?: 4 | 6): boolean {
  const address = withoutMapping(parseAddress(text));
  return address !== undefined && address.value !== 0n && (family === undefined || address.family === family);
}

function subnetProblems(text: string, subnets: readonly Subnet[]): string[] {
  if (subnets.length === 0)
    return ['user specified IP address is supported only when connecting to networks with user configured subnets'];
  const address = withoutMapping(parseAddress(text));
  if (address !== undefined && subnets.some((subnet) => contains(subnet, address))) return [];
  return [`no configured subnet or ip-range contain the IP address ${text}`];
}

/** Converts `::ffff:10.0.0.1` to `10.0.0.1`. */
function withoutMapping(address: Address | undefined): Address | undefined {
  return address?.family === 6 && address.value >> 32n === 0xffffn
    ? { family: 4, value: address.value & 0xffff_ffffn }
    : address;
}
