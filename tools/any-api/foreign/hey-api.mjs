/** Generates the fetch client of hey-api, and calls operations with it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { peer } from '../places.mjs';

/**
 * @param {string} document @param {string} folder of the generated client @param {string} baseUrl @param {string} token
 * @returns {Promise<(call: import('./calls.mjs').ForeignCall) => Promise<unknown>>}
 */
export async function heyApi(document, folder, baseUrl, token) {
  generateHeyApi(document, folder);
  const outfile = join(folder, 'client.bundle.mjs');
  await build({
    entryPoints: [join(folder, 'sdk.gen.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
  });
  const sdk = await import(pathToFileURL(outfile).href);
  return async ({ operation, path, query, headers, body }) => {
    const { data, error } = await sdk[operation]({ baseUrl, auth: token, path, query, headers, body });
    if (error !== undefined) throw error instanceof Error ? error : new Error(JSON.stringify(error));
    return data;
  };
}

/** Generates its fetch client, which it does by default. @param {string} document @param {string} folder */
export function generateHeyApi(document, folder) {
  const { status, stderr } = spawnSync(
    peer('node/bin/node'),
    [peer('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', folder, '--no-log-file'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`hey-api: ${stderr}`);
}
