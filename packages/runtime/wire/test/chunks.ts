/** Splits bytes into chunks, and returns the codes of thrown errors. */
import fc from 'fast-check';
import { WireError } from '../src/index.js';

/** Positions to split at, also after the end; often adjacent, so that empty and one-byte chunks occur. */
export const positions = fc.array(fc.nat(300), { maxLength: 30 });

export function splitAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = places.map((place) => Math.min(place, bytes.length)).sort((a, b) => a - b);
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length));
}

export function splitEvery(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

/** Returns the code of the WireError that a call throws, or undefined. Other errors are thrown. */
export function thrownCode(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof WireError) return error.code;
    throw error;
  }
  return undefined;
}
