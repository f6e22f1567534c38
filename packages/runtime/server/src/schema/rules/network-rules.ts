/** Rules about addresses within networks. */
import { BlockList, isIP } from 'node:net';
import { pointerSegment } from '../problem.js';
import { isObject } from './place.js';
import type { Builder } from './check-builder.js';

export const withinNetwork: Builder = ({ places: [first, second], say }) => {
  return (record, problems) => {
    const network = second?.value(record);
    const given = first?.value(record);
    if (first === undefined || typeof network !== 'string') return;
    const values = isObject(given) ? Object.entries(given) : [['', given] as const];
    for (const [key, value] of values) {
      if (typeof value !== 'string' || value === '' || isWithin(value, network)) continue;
      say(
        problems,
        `is not within ${second?.path ?? ''}`,
        key === '' ? first.pointer : `${first.pointer}/${pointerSegment(key)}`,
      );
    }
  };
};

export const prefixAtMost: Builder = ({ places: [list, length], say }) => {
  return (record, problems) => {
    const networks = list?.value(record);
    const most = length?.value(record);
    if (!Array.isArray(networks) || typeof most !== 'number' || most === 0) return;
    for (const network of networks) {
      const prefix = typeof network === 'string' ? /\/(\d{1,3})$/.exec(network)?.[1] : undefined;
      if (prefix === undefined || Number(prefix) <= most) continue;
      say(problems, `is less than the prefix of ${JSON.stringify(String(network).slice(-40))}`, length?.pointer);
      return;
    }
  };
};

export const noHostBits: Builder = ({ places, say }) => {
  return (record, problems) => {
    for (const place of places) {
      const value = place.value(record);
      if (typeof value === 'string' && hasHostBits(value))
        say(problems, 'has bits set beyond its prefix', place.pointer);
    }
  };
};

/** Whether the network of that address and prefix does not begin at the address. */
function hasHostBits(network: string): boolean {
  const [address = '', length = ''] = network.split('/');
  const version = isIP(address);
  if (version === 0 || !isLength(length, version)) return false;
  if (/^0\d/.test(length)) return true;
  const bits = bitsOf(address, version);
  return bits !== undefined && /1/.test(bits.slice(Number(length)));
}

/** The address as a string of 0 and 1; undefined for notations with an address of the other version inside. */
function bitsOf(address: string, version: number): string | undefined {
  if (version === 4)
    return address
      .split('.')
      .map((part) => binary(Number(part), 8))
      .join('');
  if (/[.%]/.test(address)) return undefined;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...middle, ...last].map((part) => binary(parseInt(part, 16), 16)).join('');
}

function binary(value: number, length: number): string {
  return value.toString(2).padStart(length, '0');
}

/**
 * Whether an address, or a network with its prefix, lies within a network. Strings that are neither count as within: formats
 * are checked where the value is read.
 */
function isWithin(value: string, network: string): boolean {
  const [outer = '', outerLength = ''] = network.split('/');
  const [inner = '', innerLength] = value.split('/');
  const version = isIP(outer);
  if (version === 0 || isIP(inner) === 0 || !isLength(outerLength, version)) return true;
  if (isIP(inner) !== version) return false;
  if (innerLength !== undefined && Number(innerLength) < Number(outerLength)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const block = new BlockList();
  block.addSubnet(outer, Number(outerLength), family);
  return block.check(inner, family);
}

function isLength(text: string, version: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= (version === 4 ? 32 : 128);
}
