/** Runs a module of the user, also in TypeScript, and returns its default export. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from '../../document/path.js';
import { pathToFileURL } from 'node:url';
import { LadingError } from '../../diagnostics/index.js';
import { rejectEndless } from '../../read/index.js';
import { emitterFailed } from '../custom-emitters/emitter-failed.js';
import { generatorCode } from '../repository.js';

/**
 * Each call runs the module again, so that changes take effect. `lading` and `lading/emitter` resolve to this generator,
 * wherever the module is.
 *
 * @throws CONFIG_LOAD, READ_MISSING for a pipe, whose reading may never end
 */
export async function loadModule(file: string): Promise<unknown> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats !== undefined) rejectEndless(file, stats, 'Name a regular file');
  const { createJiti } = await import('jiti');
  const jiti = createJiti(pathToFileURL(resolve(file)).href, { moduleCache: false, alias: own() });
  try {
    // Node would load an .mjs file only once.
    if (!file.endsWith('.mjs')) return await jiti.import(resolve(file), { default: true });
    const module = await jiti.evalModule(readFileSync(file, 'utf8'), {
      filename: resolve(file),
      ext: '.mts',
      async: true,
    });
    return (module as { readonly default?: unknown }).default ?? module;
  } catch (error) {
    const { subject, place: line } = emitterFailed(error, 'The module cannot be loaded', file).problem;
    throw new LadingError({ code: 'CONFIG_LOAD', subject, place: line, remedy: 'Correct the file' });
  }
}

// The modules are .ts files in the sources, and .js files in the build.
function own(): Readonly<Record<string, string>> {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const moduleOf = (path: string) => join(generatorCode, `${path}${extension}`);
  return { 'lading/emitter': moduleOf('emitter/index'), lading: moduleOf('generate/config/index') };
}
