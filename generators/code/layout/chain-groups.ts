/** The parts of a chain of calls that share lines. */
import type { ChainTree } from '../tree.js';

type ChainLink = ChainTree['links'][number];

/** The links of a chain as they share lines: the first name with its members, and each further member with its arguments. */
export function groupsOf({ head, links }: ChainTree): readonly (readonly ChainLink[])[] {
  const isMemberAt = (index: number) => typeof links[index] === 'string';
  let first = 0;
  while (first < links.length && !isMemberAt(first)) first += 1;
  if (first === 0) while (isMemberAt(first) && isMemberAt(first + 1)) first += 1;
  const groups: ChainLink[][] = [[head, ...links.slice(0, first)]];
  for (const [index, link] of links.slice(first).entries()) {
    const isNext = typeof link === 'string' && typeof links[first + index - 1] !== 'string';
    if (isNext || groups.length === 1) groups.push([link]);
    else groups.at(-1)?.push(link);
  }
  return groups;
}

/** Whether the first call stays beside the first name, which looks like a class. */
export function isMerged([first = []]: readonly (readonly ChainLink[])[]): boolean {
  const [head, ...more] = first;
  return more.length === 0 && typeof head === 'string' && /^[A-Z]|^[$_]+$/.test(head);
}

/** Tells whether a chain is so short that it is not broken at its members. */
export function isShortChain(chain: ChainTree): boolean {
  const groups = groupsOf(chain);
  return groups.length <= (isMerged(groups) ? 3 : 2);
}
