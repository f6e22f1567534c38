/** Finds the docs packages of the site: the dependencies of this package, which list the versions. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { DocsError } from '../docs-error.js';

const manifest = new URL('../../package.json', import.meta.url);

/** Returns the folders of the packages, the newest version first. */
export function packageFolders(): string[] {
  const require = createRequire(manifest);
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies: Record<string, string> };
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@lading/docs-v'))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => {
      try {
        return dirname(require.resolve(`${name}/package.json`));
      } catch {
        throw new DocsError(`${name} is not installed; run npm start, then npm install`);
      }
    });
}
