/** Cuts bytes into chunks, and tells the code of what is thrown. */
import fc from 'fast-check';
import { WireError } from '../src/index.js';

/** Places to cut at, beyond the end too; often side by side, so that empty and one-byte chunks occur. */
export const cuts = fc.array(fc.nat(300), { maxLength: 30 });

export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = places.map((place) => Math.min(place, bytes.length)).sort((a, b) => a - b);
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length));
}

export function cutEvery(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

/** The code of the WireError that a call throws, or undefined; other errors pass. */
export function thrown(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof WireError) return error.code;
    throw error;
  }
  return undefined;
}
