/** Generates the client of a document, and loads it bundled, without an installation. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { main } from 'lading/testing';
import { entryOf, writeProject } from '../../any-api/checks/workspace.mjs';

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
      emitters: [['types', { paths: false }], 'client'],
      scope: '@generated',
      out: join(folder, 'generated'),
    };
    writeFileSync(config, JSON.stringify({ ...settings, ...configuration }));
    const status = await main(['generate', '--quiet', '--config', config]);
    if (status !== 0) throw new Error(`generate ended with ${status}`);
    const out = join(folder, 'generated');
    const file = join(folder, 'client.mjs');
    await build({
      entryPoints: [entryOf(join(out, 'v1.0', 'client'))],
      tsconfig: writeProject(out),
      outfile: file,
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
    });
    return (await import(pathToFileURL(file).href)) as Module;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
