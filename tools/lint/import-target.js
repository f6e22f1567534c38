// Resolves an import to a target of the table of import boundaries.
import { dirname, relative, resolve, sep } from 'node:path';

/** The folders of packages, by their names. */
const namedFolders = [
  [/^@lading\/runtime-([^/]+)/, 'packages/runtime/$1'],
  [/^@lading\/emit-([^/]+)/, 'packages/emit/$1'],
  [/^@lading\/([^/]+?)-v(\d[^/]*)/, 'packages/v$2/$1'],
  [
    /^@lading\/(bridge|client|conversion-hooks|conversions|docs|engine|engine-images|mcp|migrate|server)(?=\/|$)/,
    'packages/$1',
  ],
  [/^@lading\/e2e-([^/]+)/, 'tools/e2e/$1'],
  [/^@lading\/conformance-([^/]+)/, 'tools/conformance/$1'],
  [/^@lading\/([^/]+)/, 'tools/$1'],
  [/^lading(?=\/|$)/, 'generators'],
];

/**
 * @param {string} repository the folder of the repository
 * @param {string} filename the importing file
 * @param {string} source the module specifier after `from`
 * @returns {{ file: string, target?: string }} the file as a path in the repository; the target as a path there, as
 *   `folder:entry` for a package of this repository, or as `disk`; undefined for third-party packages
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
