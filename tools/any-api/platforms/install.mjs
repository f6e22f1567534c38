/** Installs the platforms into a separate folder when the tool runs. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** The path of an installed program. @param {'deno' | 'bun'} name */
export const platform = (name) => join(folder, 'node_modules', '.bin', name);

export function installPlatforms() {
  if (existsSync(platform('deno')) && existsSync(platform('bun'))) return;
  process.stderr.write('Installing Deno and Bun (about 250 MB, once) …\n');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--workspaces=false'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm ci in tools/any-api/platforms ended with ${status}`);
}
