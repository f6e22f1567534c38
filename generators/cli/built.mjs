// Builds the generator when its sources are newer than what was built; an installed one has no sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const generators = join(dirname(fileURLToPath(import.meta.url)), '..');
const project = join(generators, 'tsconfig.build.json');
const stamp = join(generators, 'dist', '.build.tsbuildinfo');

/** The newest change below a folder, except tests and build results. `testing/` itself is built: it is an entry. */
function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['dist', 'examples', 'node_modules', 'test'].includes(entry.name)) continue;
    if (entry.name === 'testing' && folder !== generators) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) time = Math.max(time, newest(path));
    else if (/\.ts$|^tsconfig/.test(entry.name)) time = Math.max(time, statSync(path).mtimeMs);
  }
  return time;
}

/** The process ends with the compiler when that fails. */
export function buildWhenStale() {
  if (!existsSync(project) || (existsSync(stamp) && newest(generators) <= statSync(stamp).mtimeMs)) return;
  const compiler = installedCompiler();
  process.stderr.write('Building the generator …\n');
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
  // The compiler leaves the file alone when a change made no difference.
  utimesSync(stamp, new Date(), new Date());
}

/** The process ends where nothing is installed yet. */
function installedCompiler() {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve('typescript7/package.json'))), 'bin', 'tsc');
  } catch {
    process.stderr.write(
      `The dependencies of the generator are not installed. Run first: npm ci, in ${join(generators, '..')}\n`,
    );
    process.exit(1);
  }
}
