/**
 * Joins the modules of a package into one file for each entry, since an import costs by the file, not by the byte:
 * `node join.mjs SOURCES`, in the package's folder, once the compiler has written the declarations.
 *
 * `exports` says what the entries are: `./dist/exact/index.js` is made of `SOURCES/exact/index.ts`. esbuild joins them,
 * since it reads TypeScript and splits off what entries share. Nothing is shortened and there are no source maps: a stack
 * trace leads to a line that reads like the source, below a comment with the module's name.
 */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { build } from 'esbuild';

const out = 'dist';
const sources = process.argv[2] ?? 'src';
const { exports, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const doors = Object.values(exports).flatMap((door) => door.default ?? []);

const { metafile } = await build({
  entryPoints: doors.map((file) => join(sources, file.replace(`./${out}/`, '').replace(/\.js$/, '.ts'))),
  outbase: sources,
  outdir: out,
  bundle: true,
  // Modules that entries share are in one file, so that a class is identical in each of them.
  splitting: true,
  chunkNames: 'shared-[hash]',
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: engines.node.replace('>=', 'node'),
  charset: 'utf8',
  metafile: true,
  logLevel: 'warning',
});

// What is of an earlier build would be shipped.
const outputPaths = new Set(Object.keys(metafile.outputs).map((path) => normalize(path)));
for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
  const file = join(out, path);
  if (file.endsWith('.js') && !outputPaths.has(file)) rmSync(file);
}
