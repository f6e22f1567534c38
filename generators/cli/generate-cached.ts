/** Generates, unless an earlier run of the same generator had the same inputs. */
import { basename, join } from '../document/path.js';
import { readProse } from '../read/index.js';
import { inputsDigest, readCached, writeCached } from '../write/index.js';
import type { GenerateRequest } from './generate-request.js';
import { generate, type GenerateOptions, type GeneratedFiles } from './generate.js';
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
  const settings = settingsOf(request, spec);
  const environment = [process.version, cache.dependencies];
  const key = steps.run(
    'digest',
    () =>
      inputsDigest(
        [spec, generatorCode, ...(request.workspace ? [runtimesFolder] : [])],
        [...settings, ...environment],
      ),
    'comparing the input with that of the last run',
  );
  if (key === undefined) return generate(request, steps, options);
  const name = Buffer.from(settings.join(' ')).toString('base64url').slice(0, 100);
  const file = join(cache.folder, `${name}.json`);
  const cached = readCached<GeneratedFiles>(file, key);
  if (cached !== undefined) return cached;
  const generated = await generate(request, steps, options);
  writeCached(file, key, generated);
  return generated;
}

/**
 * The inputs besides the files of the specification. Heads of generated files name the folder of the specification, and
 * those of umbrellas the configuration.
 */
function settingsOf(request: GenerateRequest, spec: string): readonly string[] {
  const {
    naming,
    clientRuntime,
    serverDialect,
    serverConversions,
    conversionHooks,
    prose,
    kinds,
    kindsByVersion,
    umbrellas,
    config = '',
    paths,
    workspace,
    runtimes,
    command,
    sources,
  } = request;
  return [
    ...[
      ...[naming, conversionHooks ?? null, serverConversions ?? null, readProse(prose), [umbrellas, basename(config)]],
      ...[sources.operations, sources.pagination, sources.names],
    ].map((setting) => JSON.stringify(setting)),
    ...kinds.map(({ name }) => name),
    ...[...kindsByVersion].map(([version, ofVersion]) => [version, ...ofVersion.map(({ name }) => name)].join(' ')),
    ...[
      clientRuntime,
      serverDialect,
      paths ? 'paths' : 'no paths',
      workspace ? `workspace ${runtimes}` : 'packages',
      command,
      spec,
    ],
  ];
}
