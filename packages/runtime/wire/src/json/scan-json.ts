/** Checks the limits of a JSON text before it is parsed. */

export interface JsonLimits {
  /** The depth of nested arrays and objects. */
  readonly depth: number;
  /** The number of all values. */
  readonly values: number;
}

/**
 * Returns the number of keys, or the limit that the text exceeds, also if it is not JSON. It reads each character once and
 * allocates nothing, since `JSON.parse` would be busy for seconds with megabytes of brackets.
 */
export function scanJson(text: string, { depth, values }: JsonLimits): number | keyof JsonLimits {
  let level = 0;
  let keys = 0;
  // Each value but the first follows a comma or is the first one of an array or object.
  let count = 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = endOfString(text, index + 1);
    else if (code === 0x3a) keys += 1;
    else if (code === 0x5d || code === 0x7d) level -= 1;
    else if (code === 0x2c || code === 0x5b || code === 0x7b) {
      if (code !== 0x2c) level += 1;
      if (level > depth) return 'depth';
      count += 1;
      if (count > values) return 'values';
    }
  }
  return keys;
}

function endOfString(text: string, from: number): number {
  let index = from;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) break;
    if (code === 0x5c) index += 1;
  }
  return index;
}
