/** The client and the server of a workspace, in one bundle. */
import { join } from 'node:path';
import { bundled } from '../bundled.mjs';

/** @param {string} workspace @param {string} client the folder of its package @param {string} server */
export function mirrored(workspace, client, server) {
  return bundled(workspace, {
    client: join(client, 'gen', 'index.ts'),
    server: join(server, 'gen', 'index.ts'),
  });
}
