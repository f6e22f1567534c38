/** The emitters of packages for all versions that a configuration names, with their folders and options. */
import { join, leadsOutside, relative, resolve } from '../../document/path.js';
import { LadingError } from '../../diagnostics/index.js';
import type { ReferencesOptions } from '../../emit/docs/index.js';
import type { ConversionOptions } from '../../emit/conversions/index.js';
import type { ServersOptions } from '../../emit/servers/index.js';
import type { ApiEmitter } from '../../emitter/index.js';
import { readText } from '../../read/index.js';
import { builtInApiEmitter } from '../built-in-emitters.js';
import type { PlacedApiEmitter } from '../pipeline/index.js';
import { generatorFolder } from '../repository.js';
import type { LadingConfig } from './config.js';

const umbrellaKinds = ['client', 'server', 'docs', 'conversions'] as const;

type UmbrellaKind = (typeof umbrellaKinds)[number];

/** Returns the name and the options of the emitter of an umbrella. */
function emitterOf(kind: UmbrellaKind, { server = {}, overlay = {} }: LadingConfig): readonly [string, object] {
  const { conversions } = server;
  const { hooks } = overlay;
  switch (kind) {
    case 'client':
      return ['clients', {}];
    case 'server':
      return ['servers', { ...(conversions && { conversions }) } satisfies ServersOptions];
    case 'docs': {
      const pageTypes = readText(join(generatorFolder, 'emit', 'docs', 'page.ts'));
      return ['references', { pageTypes } satisfies ReferencesOptions];
    }
    case 'conversions':
      // Engines ignore properties that they do not know.
      return [
        'conversions',
        { ...(hooks && { hooks }), ignoresUnknown: server.dialect === 'engine' } satisfies ConversionOptions,
      ];
  }
}

/**
 * Returns the built-in emitters of the umbrellas, validated.
 *
 * @param file the file of the configuration
 * @param place resolves a path of the configuration
 * @throws CONFIG_STRUCTURE
 */
export async function umbrellasOf(
  config: LadingConfig,
  file: string,
  place: (path: string) => string,
): Promise<readonly PlacedApiEmitter[]> {
  const { umbrellas = {}, client = {}, server = {}, emitters = [], workspace } = config;
  const placed: PlacedApiEmitter[] = [];
  for (const kind of umbrellaKinds) {
    const path = umbrellas[kind];
    if (path === undefined) continue;
    const pointer = `${file}#/umbrellas/${kind}`;
    const wrong = (subject: string, remedy: string) =>
      new LadingError({ code: 'CONFIG_STRUCTURE', subject, place: pointer, remedy });
    if (kind !== 'conversions' && !emitters.includes(kind))
      throw wrong(`There are no packages for the umbrella "${kind}"`, `Add "${kind}" to "emitters"`);
    if (workspace !== false)
      throw wrong(
        'An umbrella is a handwritten package, which a generated workspace cannot contain',
        'Set "workspace" to false, or remove the umbrella',
      );
    if (kind === 'client' && client.runtime !== 'engine')
      throw wrong(
        'Only clients of an engine have an umbrella, which finds the version that the engine serves',
        'Set "client" to { "runtime": "engine" }, or remove the umbrella',
      );
    if (kind === 'server' && server.conversions !== undefined && server.dialect !== 'engine')
      throw wrong(
        'Only servers of an engine load the conversions of all versions',
        'Set "server" to { "dialect": "engine", … }, or remove "conversions" from it',
      );
    const folder = folderIn(config, path, place);
    // Packages of versions may be in the output folder too, but those of the conversions need none.
    if ((folder === '.' && kind !== 'conversions') || folder === undefined)
      throw wrong(
        `The umbrella ${path} is outside the output folder`,
        `Name a folder below ${config.out ?? 'generated'}`,
      );
    const [name, options] = emitterOf(kind, config);
    placed.push({ emitter: await builtInApiEmitter(name), folder, options });
  }
  return placed;
}

/**
 * Returns a custom emitter with the folder that its options name, by default that of its name.
 *
 * @param pointer its place in the configuration
 * @throws CONFIG_STRUCTURE
 */
export function placedCustom(
  emitter: ApiEmitter,
  options: { readonly folder?: unknown },
  config: LadingConfig,
  { pointer, place }: { readonly pointer: string; readonly place: (path: string) => string },
): PlacedApiEmitter {
  if (typeof options.folder !== 'string') return { emitter, folder: emitter.name, options };
  const folder = folderIn(config, options.folder, place);
  if (folder !== undefined && folder !== '.') return { emitter, folder, options };
  throw new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: `The folder ${options.folder} is outside the output folder`,
    place: `${pointer}/1/folder`,
    remedy: `Name a folder below ${config.out ?? 'generated'}`,
  });
}

/** Returns a folder relative to the output folder, `.` for that itself; undefined if it is outside. */
function folderIn(
  { out = 'generated' }: LadingConfig,
  path: string,
  place: (path: string) => string,
): string | undefined {
  const folder = relative(resolve(place(out)), resolve(place(path)));
  if (leadsOutside(folder)) return undefined;
  return folder === '' ? '.' : folder;
}
