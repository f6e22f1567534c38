/** Measures of JSON that `JSON.parse` does not return: the depth of a value, and whether its text has repeated keys. */

interface JsonMeasure {
  readonly keys: number;
  /** The depth of nested arrays and objects. */
  readonly depth: number;
}

/** Measures a value level by level and without recursion, since the depth limit may exceed that of the call stack. */
export function measureJson(value: unknown): JsonMeasure {
  let level: object[] = isContainer(value) ? [value] : [];
  let keys = 0;
  let depth = 0;
  for (; level.length > 0; depth += 1) {
    const next: object[] = [];
    for (const container of level) {
      if (Array.isArray(container)) {
        for (const item of container as unknown[]) if (isContainer(item)) next.push(item);
        continue;
      }
      // An object from JSON has only own keys.
      for (const key in container) {
        keys += 1;
        const property = (container as Record<string, unknown>)[key];
        if (isContainer(property)) next.push(property);
      }
    }
    level = next;
  }
  return { keys, depth };
}

/**
 * Counts the colons after a quote: those after keys, and the few of that form inside strings. An object of `JSON.parse`
 * has each key once, so that a smaller number of keys may mean repeated keys, and an equal number never does.
 */
export function countKeyEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (isSpace(text.charCodeAt(before))) before -= 1;
    if (text.charCodeAt(before) === 0x22) count += 1;
  }
  return count;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
