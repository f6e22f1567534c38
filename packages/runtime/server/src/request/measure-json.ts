/** What `JSON.parse` does not tell: how deep a value is, and whether its text has a key twice in one object. */

interface JsonMeasure {
  readonly keys: number;
  /** Of arrays and objects within each other. */
  readonly depth: number;
}

/** Level by level: no calls within each other, since the limit of depth may be far above that of the stack. */
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
      // What comes from JSON has no keys but its own.
      for (const key in container) {
        keys += 1;
        const member = (container as Record<string, unknown>)[key];
        if (isContainer(member)) next.push(member);
      }
    }
    level = next;
  }
  return { keys, depth };
}

/**
 * The colons behind a quote: those behind keys, and those that stand so within a string, of which there are few. An
 * object of `JSON.parse` has each key once, so that fewer keys than these may mean repeated ones, and as many never do.
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
