// Finds modules that import each other. A cycle that exists at run time makes what a module sees depend on which of the
// modules was loaded first; one of types alone says that a declaration stands in the wrong file.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const skippedFolders = new Set(['node_modules', 'dist', 'test', 'testing', 'peers', 'programs']);

/** Paths of the source files below a folder, relative to the repository; tests import what they like. */
export function sourceFiles(repository, folder) {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : sourceFiles(repository, path);
    return /\.(ts|mts|js|mjs)$/.test(entry.name) && !/\.(d\.m?ts|test\.ts)$/.test(entry.name) ? [path] : [];
  });
}

/**
 * The relative imports of each file. `verbatimModuleSyntax` is on: an import is left out of the compiled module only if it
 * begins with `import type`, or `export type`.
 *
 * @param types whether imports of types alone count
 */
export function importGraph(repository, files, { types }) {
  const all = new Set(files);
  const importsOf = (file) => {
    const text = readFileSync(join(repository, file), 'utf8');
    const imported = new Set();
    // The formatter puts every import at the beginning of a line.
    for (const [, isType, source] of text.matchAll(
      /^(?:import|export)\s+(type\s+(?!from\b))?(?:[^'"`;]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm,
    )) {
      if (isType !== undefined && !types) continue;
      const target = resolved(normalize(join(dirname(file), source)), all);
      if (target !== undefined) imported.add(target);
    }
    return [...imported];
  };
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/** Imports name the compiled file. */
function resolved(path, files) {
  return [path, path.replace(/\.js$/, '.ts'), path.replace(/\.mjs$/, '.mts')].find((one) => files.has(one));
}

/** Groups of files each of which leads to all others of its group: strongly connected components, after Tarjan. */
export function importCycles(graph) {
  const cycles = [];
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1 || graph.get(file)?.includes(file)) cycles.push(component.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
