/** Generates the fetch client of hey-api, which needs a later Node. */
import { execFileSync } from 'node:child_process';
import { peer } from '../places.mjs';

/** @param {string} document @param {string} folder of the generated client */
export function generateHeyApi(document, folder) {
  const args = [peer('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', folder, '--no-log-file'];
  execFileSync(peer('node/bin/node'), args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
