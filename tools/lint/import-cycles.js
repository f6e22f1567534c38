// Finds modules that import each other. With a cycle at runtime, the state that a module sees depends on which module was
// loaded first; a cycle of types alone shows that a declaration is in the wrong file.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { globSync } from 'tinyglobby';

const ignore = ['**/{node_modules,dist,test,testing,installs,programs}/**', '**/*.d.{ts,mts}', '**/*.test.ts'];

/** Paths of the source files below a folder, relative to the repository, without tests, which may import anything. */
export function sourceFiles(repository, folder) {
  return globSync(`${folder}/**/*.{ts,mts,js,mjs}`, { cwd: repository, ignore, expandDirectories: false });
}

/**
 * The relative imports of each file. `verbatimModuleSyntax` is set: the compiled module omits only imports that begin with
 * `import type` or `export type`.
 *
 * @param types whether type-only imports are included
 */
export function importGraph(repository, files, { types }) {
  const all = new Set(files);
  const importsOf = (file) => {
    const text = readFileSync(join(repository, file), 'utf8');
    const imported = new Set();
    // The formatter places every import at the beginning of a line.
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

/** The source file of an import, which names the compiled file. */
function resolved(path, files) {
  return [path, path.replace(/\.js$/, '.ts'), path.replace(/\.mjs$/, '.mts')].find((one) => files.has(one));
}

/** The import cycles: strongly connected components of the graph, by Tarjan's algorithm. */
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
