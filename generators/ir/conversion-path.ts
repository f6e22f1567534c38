/** The paths of conversion rules. */
import type { Recursion } from './conversion.js';

/** Parses a path: `Owner.Pets[].Kind` → `Owner`, `Pets`, `[]`, `Kind`. A backslash escapes the next character of a name. */
export function conversionPath(path: string): readonly string[] {
  return pathSegments(path).map((segment) => segment.replace(/\\(.)/gs, '$1'));
}

/** Returns the segments of a path as they are spelled in it. */
export function pathSegments(path: string): readonly string[] {
  return path.match(/\[\]|\{\}|(?:\\.|(?!\[\]|\{\})[^.\\])+/gs) ?? [];
}

/** Returns a name as a path has it: `a.b` → `a\.b`. */
export function nameInPath(name: string): string {
  return name.replace(/[.\\]|\[(?=\])|\{(?=\})/g, '\\$&');
}

/** Appends a property, or a path that may begin with brackets, to a path. */
export function joinedPath(path: string, name: string): string {
  if (/^(\[\]|\{\})/.test(name)) return `${path}${name}`;
  return path === '' || name === '' ? `${path}${name}` : `${path}.${name}`;
}

/** Whether a path leads into the values at another one. */
export function isInside(path: string, outer: string): boolean {
  return outer === '' || ['.', '[]', '{}'].some((next) => path.startsWith(`${outer}${next}`));
}

/**
 * Returns a function that returns the recursion that leads to a place again: of the schemas around it, and of those that contain
 * these.
 */
export function recursionAround(all: readonly Recursion[]): (path: string) => readonly Recursion[] {
  const recursion = [...new Map(all.map(({ at, like }) => [`${at} ${like}`, { at, like }])).values()];
  const placesOf = new Map<string, string[]>();
  for (const { at, like } of recursion) placesOf.set(like, [...(placesOf.get(like) ?? []), at]);
  const byPaths = new Map<string, readonly Recursion[]>();
  return (path) => {
    const around = pathsAround(path).filter((outer) => placesOf.has(outer));
    const key = JSON.stringify(around);
    const former = byPaths.get(key);
    if (former !== undefined) return former;
    const likes = closure(around, placesOf);
    const found = recursion.filter(({ like }) => likes.has(like));
    byPaths.set(key, found);
    return found;
  };
}

/** Returns the paths of values, and of those around the places at which these are again. */
function closure(paths: readonly string[], placesOf: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  // A set is iterated over what is added meanwhile.
  const found = new Set(paths);
  for (const path of found)
    for (const at of placesOf.get(path) ?? [])
      for (const outer of pathsAround(at)) if (placesOf.has(outer)) found.add(outer);
  return found;
}

/** Returns the paths of the values around a place, from the root. */
export function pathsAround(path: string): readonly string[] {
  const ends = [...path.matchAll(/\.|\[\]|\{\}/g)].map(({ index }) => path.slice(0, index));
  return path === '' ? [] : [...new Set(['', ...ends])];
}
