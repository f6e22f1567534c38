/** Rejects invalid address ranges of a new network, with the engine's messages. */
import { BadRequest, ServerError } from '@lading/server-v1.44';
import { contains, formatSubnet, overlap, parseAddress, parseSubnet, type Subnet } from '../../values/address.js';
import type { AddressingRecord, SubnetRecord } from '../../state/network-record.js';

/** @throws BadRequest with all problems; ServerError if an address is reserved twice */
export function validateIpam(addressing: AddressingRecord | undefined, hasIPv6: boolean): void {
  const configs = addressing?.subnets ?? [];
  const problems = configs.flatMap((config) => configProblems(config, hasIPv6));
  if (problems.length > 0) throw new BadRequest(`invalid network config:\n${joinedMessages(problems)}`);
  for (const config of configs) rejectDuplicateReservations(config);
}

function configProblems(config: SubnetRecord, hasIPv6: boolean): string[] {
  const { subnet: text = '', range = '', gateway = '' } = config;
  const subnet = parseSubnet(text);
  if (subnet === undefined) return [`invalid subnet ${text}: invalid CIDR block notation`];
  // Without IPv6, engines ignore IPv6 blocks.
  if (subnet.family === 6 && !hasIPv6) return [];
  const auxiliary = Object.entries(config.auxiliary ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    ...prefixProblems('subnet', subnet),
    ...rangeProblems(range, subnet),
    ...addressProblems('gateway', gateway, gateway, subnet),
    ...auxiliary.flatMap(([name, address]) => addressProblems('auxiliary address', name, address, subnet)),
  ];
}

function prefixProblems(kind: string, block: Subnet): string[] {
  const masked = formatSubnet(block);
  const start = parseAddress(block.text.slice(0, block.text.indexOf('/')));
  return start?.value === block.first ? [] : [`invalid ${kind} ${block.text}: it should be ${masked}`];
}

function rangeProblems(text: string, subnet: Subnet): string[] {
  if (text === '') return [];
  const range = parseSubnet(text);
  if (range === undefined) return [`invalid ip-range ${text}: invalid CIDR block notation`];
  if (range.family !== subnet.family) return [`invalid ip-range ${text}: ${parentFamily(subnet)}`];
  return [
    ...(range.length < subnet.length
      ? [`invalid ip-range ${text}: CIDR block is bigger than its parent subnet ${subnet.text}`]
      : []),
    ...prefixProblems('ip-range', range),
    ...(overlap(range, subnet)
      ? []
      : [`invalid ip-range ${text}: parent subnet ${subnet.text} doesn't contain ip-range`]),
  ];
}

function addressProblems(kind: string, name: string, text: string, subnet: Subnet): string[] {
  if (text === '') return [];
  const address = parseAddress(text);
  if (address === undefined) return [`invalid ${kind} ${name}: invalid address`];
  if (address.family !== subnet.family) return [`invalid ${kind} ${name}: ${parentFamily(subnet)}`];
  if (contains(subnet, address)) return [];
  return [`invalid ${kind} ${name}: parent subnet ${subnet.text} doesn't contain this address`];
}

function parentFamily({ family }: Subnet): string {
  return `parent subnet is an IPv${family} block`;
}

/** Checks that the network and broadcast address, the gateway and the auxiliary addresses are all different. */
function rejectDuplicateReservations({ subnet: text = '', gateway, auxiliary }: SubnetRecord): void {
  const subnet = parseSubnet(text);
  if (subnet === undefined) return;
  const reserved = new Set(subnet.family === 4 && subnet.length < 31 ? [subnet.first, subnet.last] : []);
  const reserve = (purpose: string, address: string): void => {
    const value = parseAddress(address)?.value;
    if (value === undefined) return;
    if (reserved.has(value)) throw new ServerError(`failed to allocate ${purpose}: Address already in use`);
    reserved.add(value);
  };
  if (gateway) reserve(`gateway (${gateway})`, gateway);
  for (const [name, address] of Object.entries(auxiliary ?? {}))
    reserve(`secondary ip address (${name}:${address})`, address);
}

/** Formats problems as engines do: a single one as it is, several as a bullet list. */
export function joinedMessages(messages: readonly string[]): string {
  return messages.length === 1 ? (messages[0] ?? '') : messages.map((message) => `* ${message}`).join('\n');
}
