/** Rules about addresses within networks. */
import { BlockList, isIP } from 'node:net';
import { pointerSegment } from '../problems.js';
import { isObject } from './rule-field.js';
import type { CheckBuilder } from './check-builder.js';

export const withinNetwork: CheckBuilder = ({ ruleFields: [first, second], addProblem }) => {
  return (object, problems) => {
    const network = second?.value(object);
    const fieldValue = first?.value(object);
    if (first === undefined || typeof network !== 'string') return;
    const values = isObject(fieldValue) ? Object.entries(fieldValue) : [['', fieldValue] as const];
    for (const [key, value] of values) {
      if (typeof value !== 'string' || value === '' || isWithin(value, network)) continue;
      addProblem(
        problems,
        `is not within ${second?.path ?? ''}`,
        key === '' ? first.pointer : `${first.pointer}/${pointerSegment(key)}`,
      );
    }
  };
};

export const prefixAtMost: CheckBuilder = ({ ruleFields: [networks, length], addProblem }) => {
  return (object, problems) => {
    const values = networks?.value(object);
    const most = length?.value(object);
    if (!Array.isArray(values) || typeof most !== 'number' || most === 0) return;
    for (const network of values) {
      const prefix = typeof network === 'string' ? /\/(\d{1,3})$/.exec(network)?.[1] : undefined;
      if (prefix === undefined || Number(prefix) <= most) continue;
      addProblem(problems, `is less than the prefix of ${JSON.stringify(String(network).slice(-40))}`, length?.pointer);
      return;
    }
  };
};

export const noHostBits: CheckBuilder = ({ ruleFields, addProblem }) => {
  return (object, problems) => {
    for (const place of ruleFields) {
      const value = place.value(object);
      if (typeof value === 'string' && hasHostBits(value))
        addProblem(problems, 'has bits set after its prefix', place.pointer);
    }
  };
};

/** Tells whether the address has bits set after the prefix. */
function hasHostBits(network: string): boolean {
  const [address = '', length = ''] = network.split('/');
  const version = isIP(address);
  if (version === 0 || !isLength(length, version)) return false;
  if (/^0\d/.test(length)) return true;
  const bits = bitsOf(address, version);
  return bits !== undefined && /1/.test(bits.slice(Number(length)));
}

/** Returns the address as a string of 0 and 1; undefined for notations that contain an address of the other version. */
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
 * Tells whether an address, or a network with its prefix, is within a network. Strings that are neither count as
 * within, since formats are checked when the value is read.
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
