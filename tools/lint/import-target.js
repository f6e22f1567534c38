// What an import of a file leads to, as the table of import boundaries names it.
import { dirname, relative, resolve, sep } from 'node:path';

/** The folders of packages whose names say them in another order. */
const namedFolders = [
  [/^@lading\/runtime-([^/]+)/, 'packages/runtime/$1'],
  [/^@lading\/([^/]+?)-v(\d[^/]*)/, 'packages/v$2/$1'],
  [/^@lading\/(client|server|docs)(?=\/|$)/, 'packages/$1'],
  [/^@lading\/e2e-([^/]+)/, 'tools/e2e/$1'],
  [/^@lading\/conformance-([^/]+)/, 'tools/conformance/$1'],
  [/^@lading\/([^/]+)/, 'tools/$1'],
  [/^lading(?=\/|$)/, 'generators'],
];

/**
 * @param {string} repository its folder
 * @param {string} filename the file that imports
 * @param {string} source what stands behind `from`
 * @returns {{ file: string, target?: string }} the file as a path in the repository; the target as a path there, as
 *   `folder:entry` for a package of ours, or as `disk`; none for other packages
 */
export function importTarget(repository, filename, source) {
  const pathOf = (path) => relative(repository, path).split(sep).join('/');
  const file = pathOf(filename);
  if (source.startsWith('.')) return { file, target: pathOf(resolve(dirname(filename), source)) };
  if (/^(?:node:)?fs(?:\/promises)?$/.test(source)) return { file, target: 'disk' };
  for (const [name, folder] of namedFolders) {
    const [matched] = name.exec(source) ?? [];
    if (matched === undefined) continue;
    return { file, target: `${matched.replace(name, folder)}:${source.slice(matched.length + 1) || '.'}` };
  }
  return { file };
}
