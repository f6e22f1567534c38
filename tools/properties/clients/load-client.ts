/** Generates the client of a document, and loads it bundled, without an installation. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { main } from 'lading/testing';
import { repository } from '../paths.js';

/**
 * @param configuration what the configuration has besides the document
 * @returns the module of the client, of type `Module`
 */
export async function loadClient<Module>(document: string, configuration: object = {}): Promise<Module> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-client-'));
  try {
    const config = join(folder, 'lading.config.json');
    const settings = {
      documents: [document],
      emitters: ['client'],
      paths: false,
      scope: '@generated',
      out: join(folder, 'generated'),
    };
    writeFileSync(config, JSON.stringify({ ...settings, ...configuration }));
    const status = await main(['generate', '--quiet', '--config', config]);
    if (status !== 0) throw new Error(`generate ended with ${status}`);
    const file = join(folder, 'client.mjs');
    await build({
      stdin: { contents: `export * from '@generated/client-v1.0';`, resolveDir: repository },
      outfile: file,
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      plugins: [
        {
          name: 'generated packages',
          setup: ({ onResolve }) => {
            onResolve({ filter: /^@generated\// }, ({ path }) => {
              const [, kind = '', entry = ''] = /^@generated\/(\w+)-v1\.0(\/\w+)?$/.exec(path) ?? [];
              return { path: join(folder, 'generated', 'v1.0', kind, `gen${entry}`, 'index.ts') };
            });
            onResolve({ filter: /^@lading\// }, ({ path }) => {
              const [, name = '', entry = '/index'] = /^@lading\/runtime-(\w+)(\/\w+)?$/.exec(path) ?? [];
              const built = join(repository, 'packages', 'runtime', name, 'dist', `${entry}.js`);
              return { path: existsSync(built) ? built : built.replace(/\.js$/, '/index.js') };
            });
          },
        },
      ],
    });
    return (await import(pathToFileURL(file).href)) as Module;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
