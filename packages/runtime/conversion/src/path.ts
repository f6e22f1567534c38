/**
 * Parses the paths of rules: `HostConfig.Mounts[].Type` is a name, a name, each entry of an array, a name. A backslash escapes the next
 * character of a name.
 */

import { isSpelled } from './json.js';

export type Segment = { readonly name: string } | '[]' | '{}';

export function pathOf(text: string): readonly Segment[] {
  const parts = text.match(/\[\]|\{\}|(?:\\.|(?!\[\]|\{\})[^.\\])+/gs) ?? [];
  return parts.map((part) => (part === '[]' || part === '{}' ? part : { name: part.replace(/\\(.)/gs, '$1') }));
}

/** Returns the path of the value that a rule renames. @param from its name, beside the place */
export function renamedFrom(place: string, from: string): string {
  const last = pathOf(place).at(-1);
  const length = typeof last === 'object' ? escaped(last.name).length : 0;
  return `${place.slice(0, place.length - length)}${escaped(from)}`;
}

/** Returns a name as a path has it. */
function escaped(name: string): string {
  return name.replace(/[.\\]|\[(?=\])|\{(?=\})/g, '\\$&');
}

export function isSameSegment(one: Segment | undefined, other: Segment | undefined): boolean {
  if (typeof one === 'object' && typeof other === 'object') return one.name === other.name;
  return one === other;
}

/** Whether a path may begin with a prefix: names are compared case-insensitively, and `{}` matches any name. */
export function mayBeginWith(path: readonly Segment[], prefix: readonly Segment[]): boolean {
  return prefix.every((segment, index) => mayMatch(path[index], segment));
}

function mayMatch(one: Segment | undefined, other: Segment): boolean {
  if (one === undefined) return false;
  if (one === '[]' || other === '[]') return one === other;
  return one === '{}' || other === '{}' || isSpelled(one.name, other.name);
}
