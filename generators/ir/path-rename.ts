/** Paths of one version under other names: the beginning of a path is renamed, in whole segments. */

/** The beginning of paths in the older version and in the newer one: `/users/{userId}` and `/people/{id}`. */
export interface PathRename {
  readonly from: string;
  readonly to: string;
}

/** Returns the path of an operation of the older version in the newer one, with the parameters that it has; undefined for another path. */
export function renamedPath(path: string, { from, to }: PathRename): string | undefined {
  const [segments, beginning] = [path.split('/'), from.split('/')];
  const head = segments.slice(0, beginning.length);
  if (pathForm(head.join('/')) !== pathForm(from)) return undefined;
  const names = parametersOf(head.join('/'));
  const renamed = to.replace(/\{[^{}]*\}/g, () => names.shift() ?? '{}');
  return [renamed, ...segments.slice(beginning.length)].join('/');
}

/** Returns a path without the names of its parameters, which are not on the wire. */
export function pathForm(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

/** Returns the parameters of a path with their braces. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{[^{}]*\}/g)].map(([parameter]) => parameter);
}

/** Returns a path without the fragment by which some documents tell operations apart, since it is never sent. */
export function sentPath(path: string): string {
  return path.replace(/#.*/, '');
}
