/** Loads generated packages: bundled, since they import each other by names that are not installed. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Returns the exports of each entry by its name.
 * @param {string} workspace a folder with the project that `writeProject` writes
 * @param {Readonly<Record<string, string>>} entries the paths of modules
 * @returns {Promise<Record<string, any>>}
 */
export async function bundled(workspace, entries) {
  const digest = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 8);
  const bundle = join(workspace, `${Object.keys(entries).join('-')}-${digest}.bundle.mjs`);
  const exports = Object.entries(entries).map(([name, path]) => `export * as ${name} from ${JSON.stringify(path)};`);
  // The server starts and is called from the same bundle.
  if (existsSync(bundle)) return import(pathToFileURL(bundle).href);
  await build({
    stdin: { contents: exports.join('\n'), resolveDir: workspace },
    tsconfig: join(workspace, 'tsconfig.any-api.json'),
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@lading/runtime-*', '@lading/emit-mcp', 'zod'],
    logLevel: 'error',
  });
  return import(pathToFileURL(bundle).href);
}
