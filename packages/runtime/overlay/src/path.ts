/** Parses the paths of rules: `HostConfig.Mounts[].Type` is a name, a name, each entry of an array, a name. */

import { isSpelled } from './json.js';

export type Segment = { readonly name: string } | '[]' | '{}';

export function pathOf(text: string): readonly Segment[] {
  return text
    .split(/\.|(?=\[\]|\{\})/)
    .filter((part) => part !== '')
    .map((part) => (part === '[]' || part === '{}' ? part : { name: part }));
}

/** Returns the path of the value that a rule renames. @param from its name, beside the place */
export function renamedFrom(place: string, from: string): string {
  const last = pathOf(place).at(-1);
  return `${place.slice(0, place.length - (typeof last === 'object' ? last.name.length : 0))}${from}`;
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
