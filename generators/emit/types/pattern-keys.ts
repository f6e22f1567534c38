/** Patterns of names, as keys of index signatures: `^x-` is `` `x-${string}` ``. */
import type { PropertyPattern } from '../../emitter/index.js';

interface Affix {
  readonly start: string;
  readonly end: string;
}

/**
 * Returns the key types of the patterns, which have to be prefixes or suffixes.
 *
 * @param names the declared properties, which must not have such a key: their types may differ
 * @returns undefined if an index signature cannot say the same
 */
export function patternKeys(
  patterns: readonly PropertyPattern[],
  names: readonly string[] = [],
): readonly string[] | undefined {
  const affixes = patterns.flatMap(({ pattern }) => affixOf(pattern) ?? []);
  const isDistinct = affixes.every((affix) => affixes.every((other) => other === affix || !contains(affix, other)));
  const isDeclared = affixes.some(({ start, end }) =>
    names.some((name) => name.startsWith(start) && name.endsWith(end)),
  );
  if (affixes.length < patterns.length || !isDistinct || isDeclared) return undefined;
  return affixes.map(({ start, end }) => `\`${start}\${string}${end}\``);
}

function affixOf(pattern: string): Affix | undefined {
  const start = /^\^([\w-]+)(?:\.[*+]\$?)?$/.exec(pattern)?.[1];
  if (start !== undefined) return { start, end: '' };
  const end = /^(?:\^\.[*+])?([\w-]+)\$$/.exec(pattern)?.[1];
  return end === undefined ? undefined : { start: '', end };
}

/** Whether every key of the second is one of the first. */
function contains(one: Affix, other: Affix): boolean {
  return other.start.startsWith(one.start) && other.end.endsWith(one.end);
}
