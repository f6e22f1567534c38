/**
 * Builds a package: `node build.mjs [SOURCES [ENTRY...]]`, in its folder. The compiler builds tsconfig.build.json, or else
 * tsconfig.json and the projects that it references; then the modules below SOURCES are joined, see join.mjs.
 *
 * The compiler is TypeScript 7, which takes a tenth of the processor time of 5.9 and emits the same declarations. The
 * task `typecheck` reads them, and the sources, with 5.9.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const out = 'dist';
/** Packed runtimes, see carry-runtimes.mjs. */
const carried = join(out, 'runtimes');

/**
 * Removes what the compiler once emitted for sources that no longer exist: it would be published, and tests would find it.
 * @param {string} project the file of the compiler's options @param {readonly string[]} endings of what the compiler emits
 */
function removeStale(project, endings) {
  const { rootDir = '.' } = JSON.parse(readFileSync(project, 'utf8')).compilerOptions;
  for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    const file = join(out, path);
    const ending = endings.find((each) => path.endsWith(each));
    if (ending === undefined || file.startsWith(carried)) continue;
    if (!existsSync(join(rootDir, `${path.slice(0, -ending.length)}.ts`))) rmSync(file);
  }
}

const compiler = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url));
const project = existsSync('tsconfig.build.json') ? ['-p', 'tsconfig.build.json'] : ['--build'];
// Packages are built beside each other; one thread takes two thirds of the processor time.
const { status, error } = spawnSync(process.execPath, [compiler, ...project, '--singleThreaded'], { stdio: 'inherit' });
if (error) throw error;
if (status !== 0) process.exit(status ?? 1);
const isJoined = process.argv.length > 2;
removeStale(project[1] ?? 'tsconfig.json', isJoined ? ['.d.ts'] : ['.d.ts', '.js']);
if (isJoined) await import('./join.mjs');
