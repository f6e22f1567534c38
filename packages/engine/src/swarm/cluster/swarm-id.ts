/** Identifiers of swarms: 25 digits and lower-case letters. */
import type { Ids } from '../../ports/ids.js';

const length = 25;

export function nextSwarmId(ids: Ids): string {
  return base36(ids.next().slice(0, 32), length);
}

/** Converts hexadecimal digits to base 36. */
export function base36(hex: string, digits: number): string {
  return BigInt(`0x${hex}`).toString(36).padStart(digits, '0').slice(-digits);
}
