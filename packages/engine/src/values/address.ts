/** IPv4 and IPv6 addresses and subnets as numbers. */
import { isIPv4, isIPv6 } from 'node:net';

export type Family = 4 | 6;

export interface Address {
  readonly family: Family;
  readonly value: bigint;
}

/** A CIDR block such as `10.0.0.0/8`. */
export interface Subnet {
  readonly family: Family;
  readonly first: bigint;
  readonly last: bigint;
  readonly length: number;
  /** The block as it was written, possibly with bits after the prefix. */
  readonly text: string;
}

const bits = { 4: 32, 6: 128 } as const;

/** Parses an address. @returns undefined for an invalid one, or one with a zone */
export function parseAddress(text: string): Address | undefined {
  // The expression of IPv6 addresses takes milliseconds to compile, also for a text without a colon.
  if (!text.includes(':')) return isIPv4(text) ? { family: 4, value: ipv4Value(text) } : undefined;
  return isIPv6(text) && !text.includes('%') ? { family: 6, value: ipv6Value(text) } : undefined;
}

/** Parses a CIDR block. @returns undefined for an invalid one */
export function parseSubnet(text: string): Subnet | undefined {
  const [, start = '', digits = ''] = /^([^/]+)\/(0|[1-9]\d*)$/.exec(text) ?? [];
  const address = parseAddress(start);
  const length = Number(digits);
  if (address === undefined || length > bits[address.family]) return undefined;
  const { family, value } = address;
  const size = 1n << BigInt(bits[family] - length);
  const first = value - (value % size);
  return { family, first, last: first + size - 1n, length, text };
}

export function formatAddress({ family, value }: Address): string {
  const groupBits = family === 4 ? 8 : 16;
  const groups: string[] = [];
  for (let shift = bits[family] - groupBits; shift >= 0; shift -= groupBits) {
    const group = (value >> BigInt(shift)) & ((1n << BigInt(groupBits)) - 1n);
    groups.push(group.toString(family === 4 ? 10 : 16));
  }
  // `URL` converts an IPv6 address to its shortest form.
  return family === 4 ? groups.join('.') : new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Formats a block without the bits after its prefix: `10.0.0.7/8` becomes `10.0.0.0/8`. */
export function formatSubnet({ family, first, length }: Subnet): string {
  return `${formatAddress({ family, value: first })}/${length}`;
}

export function contains(subnet: Subnet, { family, value }: Address): boolean {
  return family === subnet.family && value >= subnet.first && value <= subnet.last;
}

export function overlap(one: Subnet, other: Subnet): boolean {
  return one.family === other.family && one.first <= other.last && other.first <= one.last;
}

function ipv4Value(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) + BigInt(part), 0n);
}

function ipv6Value(text: string): bigint {
  const groupsOf = (part: string): bigint[] =>
    part === ''
      ? []
      : part.split(':').flatMap((group) => {
          if (!group.includes('.')) return [BigInt(`0x${group}`)];
          const value = ipv4Value(group);
          return [value >> 16n, value & 0xffffn];
        });
  const [head = '', tail] = text.split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = new Array<bigint>(8 - before.length - after.length).fill(0n);
  return [...before, ...zeros, ...after].reduce((value, group) => (value << 16n) + group, 0n);
}

/** Parses a port or a range; an empty string is port 0. @returns undefined for an invalid string */
export function parsePortRange(text: string): { readonly first: number; readonly last: number } | undefined {
  const [all, first = '0', last = first] = /^(?:(\d+)(?:-(\d+))?)?$/.exec(text) ?? [];
  return all === undefined ? undefined : { first: Number(first), last: Number(last) };
}
