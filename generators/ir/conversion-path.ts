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

/** Returns the recursion that leads to a place again: of the schemas around it, and of those that contain these. */
export function recursionAt(path: string, all: readonly Recursion[]): readonly Recursion[] {
  let found = all.filter(({ like }) => like !== path && isInside(path, like));
  for (;;) {
    const more = all.filter((each) => found.includes(each) || found.some(({ at }) => isInside(at, each.like)));
    if (more.length === found.length) break;
    found = more;
  }
  return [...new Map(found.map(({ at, like }) => [`${at} ${like}`, { at, like }])).values()];
}
