/** Generates the client, the server and the validators of a document, and loads them, without an installation. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { main } from 'lading/testing';
import { bundled } from '../checks/bundled.mjs';
import { entryOf, writeProject } from '../checks/workspace.mjs';
import { repository } from '../places.mjs';

/**
 * @param {object} document @param {'zod' | 'valibot'} [library] of the validators
 * @returns {Promise<Record<string, any>>} the modules `client`, `server` and `validators`
 */
export function loadGenerated(document, library = 'zod') {
  return inFolder(async (folder) => {
    const [file, config, out] = ['document.json', 'lading.config.json', 'out'].map((name) => join(folder, name));
    writeFileSync(String(file), JSON.stringify(document));
    const validators = join(repository, 'packages', 'emit', 'validators', 'dist', 'index.js');
    const emitters = ['client', 'server', [validators, { library }]];
    writeFileSync(String(config), JSON.stringify({ documents: [file], emitters, scope: '@generated', out }));
    const status = await main(['generate', '--quiet', '--config', String(config)]);
    if (status !== 0) throw new Error(`generate ended with ${status}`);
    writeProject(String(out));
    const kinds = ['client', 'server', 'validators'];
    const entries = kinds.map((kind) => [kind, entryOf(join(String(out), 'v1.0', kind))]);
    return bundled(String(out), Object.fromEntries(entries));
  });
}
