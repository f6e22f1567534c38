/** Returns the umbrellas of a configuration, validated. */
import { leadsOutside, relative, resolve } from '../../document/path.js';
import { LadingError } from '../../diagnostics/index.js';
import type { LadingConfig } from '../config/config.js';
import { umbrellaKinds, type Umbrella } from './umbrella.js';

/**
 * @param file the file of the configuration
 * @param place resolves a path of the configuration
 * @throws CONFIG_STRUCTURE
 */
export function umbrellasOf(
  { umbrellas = {}, client = {}, server = {}, emitters = [], workspace, out = 'generated' }: LadingConfig,
  file: string,
  place: (path: string) => string,
): readonly Umbrella[] {
  return umbrellaKinds.flatMap((kind) => {
    const path = umbrellas[kind];
    if (path === undefined) return [];
    const wrong = (subject: string, remedy: string) =>
      new LadingError({ code: 'CONFIG_STRUCTURE', subject, place: `${file}#/umbrellas/${kind}`, remedy });
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
    const folder = relative(resolve(place(out)), resolve(place(path)));
    // Packages of versions may be in the output folder too, but those of the conversions need none.
    if ((folder === '' && kind !== 'conversions') || leadsOutside(folder))
      throw wrong(`The umbrella ${path} is outside the output folder`, `Name a folder below ${out}`);
    return [{ kind, folder: folder === '' ? '.' : folder }];
  });
}
