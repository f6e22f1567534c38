/** Patterns of paths as Go's `filepath.Match` reads them, and with the `**` of `.dockerignore`. They take linear time. */

/** A part of a pattern: one character, any number of characters, or `**` before a slash, which has a state for what it skips. */
type Part =
  | { readonly kind: 'one' | 'many'; fits(character: string): boolean }
  | { readonly kind: 'folders' }
  | { readonly kind: 'inFolders' };

export interface Glob {
  /** @param withParents whether a path also matches if a folder above it does */
  matches(path: string, withParents?: boolean): boolean;
}

const isAnything = () => true;
const isNoSlash = (character: string) => character !== '/';

/**
 * Reads a pattern.
 *
 * @param hasFolders whether `**` means any number of folders; otherwise it means `*`
 * @returns undefined if its syntax is wrong
 */
export function globOf(pattern: string, hasFolders = false): Glob | undefined {
  const parts = partsOf([...pattern], hasFolders);
  return parts && { matches: (path, withParents = false) => run(parts, path, withParents) };
}

function partsOf(pattern: readonly string[], hasFolders: boolean): readonly Part[] | undefined {
  const parts: Part[] = [];
  // Engines compare what follows such a `**` with the end of a path.
  const isSuffix = /^\*\*[^/*?[\]\\][^*?[\]\\]*$/.test(pattern.join(''));
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '*' && hasFolders && pattern[index + 1] === '*') {
      index += pattern[index + 2] === '/' ? 2 : 1;
      const isLast = index + 1 === pattern.length;
      if (isLast || isSuffix) parts.push({ kind: 'many', fits: isAnything });
      // Several in a row mean one: else a path would be at all of them at once.
      else if (parts.at(-1)?.kind !== 'inFolders') parts.push({ kind: 'folders' }, { kind: 'inFolders' });
    } else if (character === '*') {
      if (parts.at(-1)?.kind !== 'many') parts.push({ kind: 'many', fits: isNoSlash });
    } else if (character === '?') parts.push({ kind: 'one', fits: isNoSlash });
    else if (character === '[') {
      const found = classOf(pattern, index + 1);
      if (found === undefined) return undefined;
      parts.push({ kind: 'one', fits: found.fits });
      index = found.end;
    } else {
      if (character === '\\') index += 1;
      const literal = pattern[index];
      if (literal === undefined) return undefined;
      parts.push({ kind: 'one', fits: (other) => other === literal });
    }
  }
  return parts;
}

/** Reads the characters and ranges between brackets. @param start the index after the bracket */
function classOf(pattern: readonly string[], start: number) {
  const isNegated = pattern[start] === '^';
  const ranges: (readonly [number, number])[] = [];
  let index = isNegated ? start + 1 : start;
  const next = (): number | undefined => {
    if (pattern[index] === '-' || pattern[index] === ']') return undefined;
    if (pattern[index] === '\\') index += 1;
    const code = pattern[index]?.codePointAt(0);
    index += 1;
    return code;
  };
  while (pattern[index] !== ']' || ranges.length === 0) {
    const first = next();
    if (first === undefined) return undefined;
    if (pattern[index] !== '-') ranges.push([first, first]);
    else {
      index += 1;
      const last = next();
      if (last === undefined) return undefined;
      ranges.push([first, last]);
    }
  }
  const fits = (character: string) => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(([first, last]) => first <= code && code <= last) !== isNegated;
  };
  return { fits, end: index };
}

/** Goes through the path once, with all parts that it may have reached. */
function run(parts: readonly Part[], path: string, withParents: boolean): boolean {
  const add = (reached: Set<number>, from: number): void => {
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (reached.has(at)) continue;
      reached.add(at);
      const part = parts[at];
      if (part?.kind === 'folders') open.push(at + 1, at + 2);
      else if (part?.kind === 'many') open.push(at + 1);
    }
  };
  let reached = new Set<number>();
  add(reached, 0);
  for (const character of path) {
    if (withParents && character === '/' && reached.has(parts.length)) return true;
    const following = new Set<number>();
    for (const at of reached) {
      const part = parts[at];
      if (part?.kind === 'inFolders') {
        add(following, at);
        if (character === '/') add(following, at + 1);
      } else if (part?.kind === 'one' && part.fits(character)) add(following, at + 1);
      else if (part?.kind === 'many' && part.fits(character)) add(following, at);
    }
    if (following.size === 0) return false;
    reached = following;
  }
  return reached.has(parts.length);
}
