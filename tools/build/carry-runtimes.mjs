/**
 * Copies the built runtimes into the package of the generator, `node carry-runtimes.mjs` in its folder, before it is packed:
 * a workspace that it generates contains them as tarballs.
 */
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const runtimes = fileURLToPath(new URL('../../packages/runtime/', import.meta.url));
const carried = join('dist', 'runtimes');
rmSync(carried, { recursive: true, force: true });
for (const name of readdirSync(runtimes)) {
  if (!existsSync(join(runtimes, name, 'dist', 'index.js'))) throw new Error(`Build packages/runtime/${name} first`);
  for (const part of ['package.json', 'README.md', 'dist'])
    cpSync(join(runtimes, name, part), join(carried, name, part), { recursive: true });
}
