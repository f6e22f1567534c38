/** Generates the client, the server and the validators of a document, and loads them, without an installation. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { main } from 'lading/testing';

const here = import.meta.dirname;

/**
 * @param {object} document @param {'zod' | 'valibot'} [library] of the validators
 * @returns {Promise<{ readonly client: any, readonly server: any, readonly validators: any }>}
 */
export async function loadGenerated(document, library = 'zod') {
  mkdirSync(join(here, '..', '.validation'), { recursive: true });
  const folder = mkdtempSync(join(here, '..', '.validation', 'run-'));
  try {
    const file = join(folder, 'document.json');
    writeFileSync(file, JSON.stringify(document));
    const config = join(folder, 'lading.config.json');
    const emitters = ['client', 'server', ['@lading/emit-validators', { library }]];
    writeFileSync(config, JSON.stringify({ documents: [file], emitters, scope: '@generated', out: 'out' }));
    const status = await main(['generate', '--quiet', '--config', config]);
    if (status !== 0) throw new Error(`generate ended with ${status}`);
    const bundle = async (/** @type {string} */ kind) => {
      const outfile = join(folder, `${kind}.mjs`);
      await build({
        stdin: { contents: `export * from '@generated/${kind}-v1.0';`, resolveDir: folder },
        outfile,
        bundle: true,
        format: 'esm',
        platform: 'node',
        logLevel: 'error',
        plugins: [
          {
            name: 'generated packages',
            setup: ({ onResolve }) => {
              onResolve({ filter: /^@generated\// }, ({ path }) => {
                const [, name = '', entry = ''] = /^@generated\/(\w+)-v1\.0(\/\w+)?$/.exec(path) ?? [];
                return { path: join(folder, 'out', 'v1.0', name, `gen${entry}`, 'index.ts') };
              });
              onResolve({ filter: /^@lading\// }, ({ path }) => ({ path, external: true }));
            },
          },
        ],
      });
      return import(pathToFileURL(outfile).href);
    };
    return {
      client: await bundle('client'),
      server: await bundle('server'),
      validators: await bundle('validators'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
