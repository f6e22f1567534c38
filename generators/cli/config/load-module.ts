/** Runs a module of the user's, TypeScript too, and gives what it exports by default. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LadingError } from '../../diagnostics/index.js';
import { emitterFailed } from '../kinds/emitter-failed.js';

/**
 * Each call runs it anew, so that a changed module is seen. `lading` and `lading/emitter` are this generator, wherever
 * the module lies.
 *
 * @throws CONFIG_LOAD
 */
export async function loadModule(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(pathToFileURL(resolve(file)).href, { moduleCache: false, alias: own() });
  try {
    // Node itself would load .mjs, and never again.
    if (!file.endsWith('.mjs')) return await jiti.import(resolve(file), { default: true });
    const module = await jiti.evalModule(readFileSync(file, 'utf8'), {
      filename: resolve(file),
      ext: '.mts',
      async: true,
    });
    return (module as { readonly default?: unknown }).default ?? module;
  } catch (error) {
    const { subject, place: line } = emitterFailed(error, 'It cannot be loaded', file).problem;
    throw new LadingError({ code: 'CONFIG_LOAD', subject, place: line, remedy: 'Correct the file' });
  }
}

// In the sources this is a .ts file, in what was built a .js file; so are those beside it.
function own(): Readonly<Record<string, string>> {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const beside = (path: string) => fileURLToPath(new URL(`${path}${extension}`, import.meta.url));
  return { 'lading/emitter': beside('../../emitter/index'), lading: beside('./index') };
}
