/** Bundles the smoke test and a program of one call, into a folder from which no package can be imported. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { group } from '@lading/run/installs';

const sourceFolder = import.meta.dirname;

/**
 * @returns {Promise<{ readonly folder: string, readonly smoke: string, readonly oneCall: string }>} the bundles
 */
export async function bundles() {
  const { build } = group('runtimes').require('esbuild');
  const folder = mkdtempSync(join(tmpdir(), 'e2e-clients-bundles-'));
  const bundle = async (entry, output, settings) => {
    const outfile = join(folder, output);
    const shared = { bundle: true, minify: true, platform: 'node', target: 'node20', logLevel: 'warning' };
    await build({ ...shared, ...settings, entryPoints: [join(sourceFolder, entry)], outfile });
    return outfile;
  };
  return {
    folder,
    // CommonJS code in the bundle loads Node's built-in modules with `require`, which an ES module does not have.
    smoke: await bundle('smoke.mjs', 'smoke.mjs', {
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    }),
    oneCall: await bundle('one-call.mjs', 'one-call.cjs', { format: 'cjs' }),
  };
}
