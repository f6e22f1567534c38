/** Removes what the compiler once emitted for sources that no longer exist: it would be published, and tests would find it. */
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const out = 'dist';
/** Packed runtimes, see carry-runtimes.mjs. */
const carried = join(out, 'runtimes');

/** @param {string} project the file of the compiler's options @param {readonly string[]} endings of what the compiler emits */
export function removeStale(project, endings) {
  const { rootDir = '.' } = JSON.parse(readFileSync(project, 'utf8')).compilerOptions;
  for (const path of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    const file = join(out, path);
    const ending = endings.find((each) => path.endsWith(each));
    if (ending === undefined || file.startsWith(carried)) continue;
    if (!existsSync(join(rootDir, `${path.slice(0, -ending.length)}.ts`))) rmSync(file);
  }
}
