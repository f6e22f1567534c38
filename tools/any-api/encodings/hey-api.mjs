/** Generates the fetch client of hey-api. */
import { spawnSync } from 'node:child_process';
import { peer } from '../places.mjs';

/** @param {string} document @param {string} folder of the generated client */
export function generateHeyApi(document, folder) {
  const { status, stderr } = spawnSync(
    peer('node/bin/node'),
    [peer('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', folder, '--no-log-file'],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`hey-api: ${stderr}`);
}
