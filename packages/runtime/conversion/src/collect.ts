/** Collects the values at a path. */
import { isList, isRecord, keysFor, own } from './json.js';
import type { Segment } from './path.js';

/** Returns every value at the path, in order; absent properties are left out. */
export function collect(node: unknown, path: readonly Segment[], anyCase: boolean): readonly unknown[] {
  const found: unknown[] = [];
  visit(node, path, anyCase, 0, found);
  return found;
}

function visit(node: unknown, path: readonly Segment[], anyCase: boolean, index: number, found: unknown[]): void {
  if (node === undefined) return;
  const segment = path[index];
  if (segment === undefined) {
    found.push(node);
  } else if (segment === '[]') {
    if (isList(node)) for (const entry of node) visit(entry, path, anyCase, index + 1, found);
  } else if (isRecord(node)) {
    if (segment === '{}') for (const value of Object.values(node)) visit(value, path, anyCase, index + 1, found);
    else if (anyCase)
      for (const key of keysFor(node, segment.name, true)) visit(node[key], path, anyCase, index + 1, found);
    else visit(own(node, segment.name), path, anyCase, index + 1, found);
  }
}
