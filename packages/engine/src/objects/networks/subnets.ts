/** The address ranges of networks: none overlaps with another. */
import { Forbidden, ServerError } from '@lading/server-v1.44';
import { overlap, parseSubnet, type Subnet } from '../../values/address.js';
import type { SubnetRecord } from '../../state/network-record.js';

/** The prefixes of default `/16` blocks: 172.17 to 172.31 as in an engine, followed by 10.1 to 10.254. */
const defaultBlocks: readonly string[] = [
  ...Array.from({ length: 15 }, (_, index) => `172.${17 + index}`),
  ...Array.from({ length: 254 }, (_, index) => `10.${1 + index}`),
];

/** @throws Forbidden if a subnet overlaps with another one, or with one of other networks */
export function rejectOverlaps(subnets: readonly SubnetRecord[], others: readonly SubnetRecord[]): void {
  const taken = parsed(others);
  for (const subnet of parsed(subnets)) {
    if (taken.some((other) => overlap(subnet, other)))
      throw new Forbidden('Pool overlaps with other one on this address space');
    taken.push(subnet);
  }
}

/** Adds the first free default block if there is no IPv4 subnet. @throws ServerError if none is free */
export function withDefaultSubnet(
  subnets: readonly SubnetRecord[],
  others: readonly SubnetRecord[],
): readonly SubnetRecord[] {
  if (parsed(subnets).some(({ family }) => family === 4)) return subnets;
  const taken = parsed([...others, ...subnets]);
  for (const start of defaultBlocks) {
    const block = { subnet: `${start}.0.0/16`, gateway: `${start}.0.1` };
    if (parsed([block]).every((subnet) => !taken.some((other) => overlap(subnet, other)))) return [...subnets, block];
  }
  throw new ServerError(
    'could not find an available, non-overlapping IPv4 address pool among the defaults to assign to the network',
  );
}

function parsed(subnets: readonly SubnetRecord[]): Subnet[] {
  return subnets.flatMap(({ subnet = '' }) => parseSubnet(subnet) ?? []);
}
