/** Which docs packages the site is made of: the dependencies of this package, which are the list of versions. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { DocsError } from '../docs-error.js';

const own = new URL('../../package.json', import.meta.url);

/** The folders of the packages, the newest version first. */
export function packageFolders(): string[] {
  const require = createRequire(own);
  const { dependencies } = JSON.parse(readFileSync(own, 'utf8')) as { dependencies: Record<string, string> };
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
