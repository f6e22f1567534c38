/** Paths of rules: `HostConfig.Mounts[].Type` → a name, a name, each entry of a list, a name. */

import { isSpelled } from './json.js';

export type Segment = { readonly name: string } | '[]' | '{}';

export function pathOf(text: string): readonly Segment[] {
  return text
    .split(/\.|(?=\[\]|\{\})/)
    .filter((part) => part !== '')
    .map((part) => (part === '[]' || part === '{}' ? part : { name: part }));
}

export function isSame(one: Segment | undefined, other: Segment | undefined): boolean {
  if (typeof one === 'object' && typeof other === 'object') return one.name === other.name;
  return one === other;
}

/** Whether a path may lead through where another ends: names mean each other in any case of letters, `{}` each of them. */
export function begins(path: readonly Segment[], begin: readonly Segment[]): boolean {
  return begin.every((segment, index) => meets(path[index], segment));
}

function meets(one: Segment | undefined, other: Segment): boolean {
  if (one === undefined) return false;
  if (one === '[]' || other === '[]') return one === other;
  return one === '{}' || other === '{}' || isSpelled(one.name, other.name);
}
