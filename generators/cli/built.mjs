// Builds the generator if its sources are newer than the build. An installed generator has no sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const generators = join(dirname(fileURLToPath(import.meta.url)), '..');
const project = join(generators, 'tsconfig.build.json');
// Written last, and only by a build that succeeds; the compiler writes its own files in spite of errors.
const stamp = join(generators, 'dist', 'cli', 'main.js');

/** Returns the time of the newest change below a folder, except tests and build results. `testing/` is built: it is an entry point. */
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

/** Ends the process if the compiler fails. */
export function buildWhenStale() {
  if (!existsSync(project) || (existsSync(stamp) && newest(generators) <= statSync(stamp).mtimeMs)) return;
  assertInstalled();
  process.stderr.write('Building the generator …\n');
  const { scripts } = JSON.parse(readFileSync(join(generators, 'package.json'), 'utf8'));
  const { status } = spawnSync(scripts.build, { cwd: generators, shell: true, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
  // The file may not be written if a change made no difference.
  utimesSync(stamp, new Date(), new Date());
}

/** Ends the process if the dependencies are not installed. */
function assertInstalled() {
  try {
    import.meta.resolve('typescript7/package.json');
  } catch {
    process.stderr.write(
      `The dependencies of the generator are not installed. Run first: npm ci, in ${join(generators, '..')}\n`,
    );
    process.exit(1);
  }
}
