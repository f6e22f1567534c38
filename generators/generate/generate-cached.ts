/** Generates, unless an earlier run of the same generator had the same inputs. */
import { basename, join } from '../document/path.js';
import { digestOf, inputsDigest, readCached, writeCached } from '../write/index.js';
import { withContents } from './config/option-files.js';
import type { GenerateRequest } from './generate-request.js';
import { generate, type GenerateOptions, type GeneratedFiles } from './generate.js';
import { keyOf } from './pipeline/index.js';
import { generatorCode, installationCache, runtimesFolder } from './repository.js';
import type { Steps } from './steps.js';

/** @param options.onRead called with each file before it is read */
export async function generateCached(
  request: GenerateRequest,
  steps: Steps,
  options: Pick<GenerateOptions, 'onRead'> = {},
): Promise<GeneratedFiles> {
  const { spec } = request.sources;
  const cache = installationCache();
  if (spec === undefined || !request.isData || cache === undefined) return generate(request, steps, options);
  const environment = [process.version, cache.dependencies];
  const key = steps.run(
    'digest',
    () =>
      inputsDigest(
        [spec, generatorCode, ...(request.workspace ? [runtimesFolder] : [])],
        [settingsOf(request), ...environment],
      ),
    'comparing the input with that of the last run',
  );
  if (key === undefined) return generate(request, steps, options);
  const file = join(cache.folder, `${digestOf([request.config, request.api, spec].join('\n'))}.json`);
  const cached = readCached<GeneratedFiles>(file, key);
  if (cached !== undefined) return cached;
  const generated = await generate(request, steps, options);
  writeCached(file, key, generated);
  return generated;
}

/**
 * Returns the inputs besides the files of the specification: the whole request, but not the output folder, and of the configuration
 * only the name of its file, which the heads of packages for all versions contain. The emitters are built in, and so known by
 * their names.
 */
export function settingsOf({ out: _out, config = '', options, optionFiles, ...others }: GenerateRequest): string {
  return keyOf({ ...others, config: basename(config), options: withContents(options, optionFiles) }, emitterName);
}

function emitterName(value: unknown): string | undefined {
  const isEmitter = typeof value === 'object' && value !== null && 'emit' in value && 'name' in value;
  return isEmitter ? `emitter ${String(value.name)}` : undefined;
}
