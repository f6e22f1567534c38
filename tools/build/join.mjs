/**
 * Joins the modules of a package into one file for each entry point, because the cost of an import depends on the number
 * of files, not of bytes: `node join.mjs SOURCES [ENTRY...]`, in the package's folder, after the compiler has emitted the
 * declarations.
 *
 * `exports` defines the entry points: `./dist/exact/index.js` is built from `SOURCES/exact/index.ts`; one with
 * `*` defines an entry point for each matching folder. These share no files with the others, because the main entry would have to
 * load a file for each. Each ENTRY, a path below SOURCES, is one too: a module that a program of the package imports. `a.page.ts` becomes a script for pages, minified: what it
 * exports are the properties of a global variable, `ladingA`. esbuild joins them, because it reads TypeScript and moves shared code into separate files. The output is not minified and has no source maps:
 * a stack trace leads to a line that reads like the source, below a comment with the module's name.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative, sep } from 'node:path';
import { build } from 'esbuild';

const out = 'dist';
const [sources = 'src', ...named] = process.argv.slice(2);
const scripts = named.filter((entry) => entry.endsWith('.page.ts'));
const entries = named.filter((entry) => !scripts.includes(entry));
const { exports, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
// A handwritten file is no module to join.
const exported = Object.values(exports)
  .flatMap((entry) => entry.default ?? [])
  .filter((file) => file.startsWith(`./${out}/`));
const paths = exported.map((file) => file.replace(`./${out}/`, '').replace(/\.js$/, '.ts'));
const modules = paths.filter((module) => !module.includes('*'));

const joinedModules = [joined([...modules, ...entries]), joined(paths.flatMap(matching))];

const builtScripts = scripts.map(async (script) => {
  const name = basename(script, '.page.ts');
  const { metafile: ofScript } = await build({
    entryPoints: [join(sources, script)],
    outfile: join(out, script.replace(/\.ts$/, '.js')),
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: `lading${name[0].toUpperCase()}${name.slice(1)}`,
    plugins: [withoutUnusedPackages()],
    target: 'es2022',
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
    // Of modules that load packages on demand, which a script does not call.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  const used = Object.values(ofScript.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  if (used.length > 0)
    throw new Error(`${script} uses ${used.join(', ')}: a script for pages contains all that it uses`);
  return Object.keys(ofScript.outputs);
});

/** Leaves out the packages of other modules of a folder, whose index a script imports. */
function withoutUnusedPackages() {
  return {
    name: 'without-unused-packages',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === 'entry-point' ? undefined : { path, external: true, sideEffects: false },
      ),
  };
}

/**
 * Leaves the import of the main entry in modules of other entries, `SOURCES/metrics/index.ts`, as it is. Otherwise everything
 * that both use would move into shared files, and each import of the main entry would load more files.
 */
function mainEntryOfOthers() {
  const main = join(process.cwd(), sources, 'index.ts');
  const isOther = (file) => file.startsWith('.') === false && modules.includes(`${file.split(sep)[0]}/index.ts`);
  return {
    name: 'main-entry-of-others',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\.\/index\.js$/ }, ({ path, resolveDir, importer }) => {
        const isMain = join(resolveDir, path).replace(/\.js$/, '.ts') === main;
        return isMain && isOther(relative(join(process.cwd(), sources), importer))
          ? { path, external: true }
          : undefined;
      }),
  };
}

/**
 * Adds an import of the main entry to modules that are loaded later. What these share with it would otherwise move into
 * files of its own, one for each combination of such modules, and each import of the main entry would load them all. esbuild
 * leaves the import out of its output, since a package without side effects is loaded already.
 */
function mainEntryOfLater(later) {
  const main = join(process.cwd(), sources, 'index.ts');
  return {
    name: 'main-entry-of-later',
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^main-entry$/ }, () => ({ path: main }));
      onLoad({ filter: /\.ts$/ }, ({ path }) =>
        later.has(path) ? { contents: `${readFileSync(path, 'utf8')}\nimport 'main-entry';`, loader: 'ts' } : undefined,
      );
    },
  };
}

/** Returns the files of modules that modules of the main entry import when they need them. */
function laterModules({ inputs }) {
  const later = new Set();
  const reached = [normalize(join(sources, 'index.ts'))];
  for (const module of reached) {
    for (const { path, kind, external } of inputs[module]?.imports ?? []) {
      if (external === true) continue;
      if (kind === 'dynamic-import') later.add(join(process.cwd(), path));
      else if (!reached.includes(path)) reached.push(path);
    }
  }
  return later;
}

/** Joins the modules of entry points, and returns the names of the files. */
async function joined(entryModules) {
  if (entryModules.length === 0) return [];
  const options = {
    entryPoints: entryModules.map((module) => join(sources, module)),
    outbase: sources,
    outdir: out,
    bundle: true,
    // Shared code is emitted once, so that a class is identical in each entry point.
    splitting: true,
    chunkNames: 'shared-[hash]',
    packages: 'external',
    plugins: [mainEntryOfOthers()],
    platform: 'node',
    format: 'esm',
    target: engines.node.replace('>=', 'node'),
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
  };
  const { metafile } = await build({ ...options, write: false });
  const plugins = [...options.plugins, mainEntryOfLater(laterModules(metafile))];
  const logOverride = { 'ignored-bare-import': 'silent' };
  const { outputFiles } = await build({ ...options, write: false, plugins, logOverride });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withoutHttpImports(text));
  }
  return outputFiles.map(({ path }) => relative(process.cwd(), path));
}

/**
 * Reads what a module uses of `node:http` from the object that Node has of it. The namespace of an import has all of its
 * properties, and from Node 22 on some of them, such as `WebSocket`, load 1 MB of code.
 */
function withoutHttpImports(text) {
  return text.replaceAll(
    /^import \{([^}]*)\} from "node:http";$/gm,
    (_import, names) => `const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule("node:http");`,
  );
}

/** Returns the modules that a pattern of `exports` stands for; none for a module without `*`. */
function matching(module) {
  const [before, after] = module.split('*');
  if (after === undefined) return [];
  const folder = before.slice(0, before.lastIndexOf('/') + 1);
  const matched = readdirSync(join(sources, folder)).map((name) => `${folder}${name}${after}`);
  return matched.filter((path) => path.startsWith(before) && existsSync(join(sources, path)));
}

// Files of an earlier build would be published.
const outputs = (await Promise.all([...joinedModules, ...builtScripts])).flat();
const outputFiles = new Set(outputs.map((path) => normalize(path)));
for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  const file = join(out, path);
  if (file.endsWith('.js') && !outputFiles.has(file)) rmSync(file);
}
