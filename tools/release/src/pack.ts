/** Packs packages of the workspace, as npm does before publishing. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './npm.js';
import { PublishError } from './publish-error.js';
import { filesOf, type Files } from './tarball.js';
import type { Package } from './workspace.js';

/** Packs packages and returns the files of each, by name. @throws PublishError NO_BUILD if a package is not built */
export async function pack(root: string, packages: readonly Package[]): Promise<ReadonlyMap<string, Files>> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-pack-'));
  try {
    const folders = packages.map((one) => `./${one.folder}`);
    const output = await npm(
      ['pack', '--json', '--foreground-scripts=false', '--workspaces=false', '--pack-destination', folder, ...folders],
      root,
    );
    const packed = JSON.parse(output) as readonly { readonly name: string; readonly filename: string }[];
    const contents = await Promise.all(
      packed.map(async ({ name, filename }): Promise<[string, Files]> => {
        const path = join(folder, filename.replace('@', '').replace('/', '-'));
        return [name, await filesOf(readFileSync(path))];
      }),
    );
    return new Map(contents.map(([name, files]) => [name, built(name, files)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Verifies that a package contains the files of its `exports`. */
function built(name: string, files: Files): Files {
  const { exports = {} } = JSON.parse(String(files.get('package.json'))) as { exports?: unknown };
  const missing = targets(exports).find((path) => !path.includes('*') && !files.has(path));
  if (missing !== undefined) {
    throw new PublishError('NO_BUILD', `${name} exports ${missing}, which does not exist; build the packages first.`);
  }
  return files;
}

function targets(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(targets) : [];
}
