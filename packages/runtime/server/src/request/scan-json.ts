/** Counts what makes a JSON text expensive, before anything is made of it. */

export interface JsonLimits {
  /** Of arrays and objects within each other. */
  readonly depth: number;
  /** Of all values together. */
  readonly values: number;
}

/**
 * How many keys a text has, or which limit it breaks. A text that is no JSON may break one too. One step for each byte,
 * and nothing is allocated: megabytes of brackets would keep `JSON.parse` busy for seconds.
 */
export function scanJson(bytes: Uint8Array, { depth, values }: JsonLimits): number | keyof JsonLimits {
  let level = 0;
  let keys = 0;
  // Each value but the first stands behind a comma or is the first one of an array or object.
  let count = 1;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === 0x22) index = endOfString(bytes, index + 1);
    else if (byte === 0x3a) keys += 1;
    else if (byte === 0x5d || byte === 0x7d) level -= 1;
    else if (byte === 0x2c || byte === 0x5b || byte === 0x7b) {
      if (byte !== 0x2c) level += 1;
      if (level > depth) return 'depth';
      count += 1;
      if (count > values) return 'values';
    }
  }
  return keys;
}

function endOfString(bytes: Uint8Array, from: number): number {
  let index = from;
  for (; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === 0x22) break;
    if (byte === 0x5c) index += 1;
  }
  return index;
}
