/** The packages for all versions that a configuration asks for, with their folders. */
import { leadsOutside, relative, resolve } from '../../document/path.js';
import { LadingError } from '../../diagnostics/index.js';
import type { ApiEmitter } from '../../emitter/index.js';
import type { EmitterOptions, PlacedApiEmitter } from '../pipeline/index.js';
import type { LadingConfig } from './config.js';

/** What the place of a package depends on. */
export interface Placing {
  /** The place of its emitter in the configuration, and of the option that names the folder. */
  readonly pointer: string;
  readonly folderPointer: string;
  /** Resolves a path of the configuration. */
  readonly place: (path: string) => string;
  /** The options of all emitters. */
  readonly options: EmitterOptions;
  /** The names of the emitters that the configuration lists. */
  readonly names: readonly string[];
}

/**
 * Returns an emitter with the folder that its options name, by default that of its name.
 *
 * @throws CONFIG_STRUCTURE
 */
export function placedEmitter(emitter: ApiEmitter, config: LadingConfig, placing: Placing): PlacedApiEmitter {
  const { pointer, folderPointer, place, options: all, names } = placing;
  const { name } = emitter;
  const options: object & { readonly folder?: unknown } = all[name] ?? {};
  const wrong = (subject: string, at: string, remedy: string) =>
    new LadingError({ code: 'CONFIG_STRUCTURE', subject, place: at, remedy });
  const conflict = emitter.conflict?.(options, (other) => (names.includes(other) ? (all[other] ?? {}) : undefined));
  if (conflict !== undefined) throw wrong(conflict.subject, pointer, conflict.remedy);
  if (emitter.isHandwritten === true && config.workspace !== false)
    throw wrong(
      `The package of "${name}" is handwritten, which a generated workspace cannot contain`,
      pointer,
      `Set "workspace" to false, or remove "${name}"`,
    );
  if (typeof options.folder !== 'string') return { emitter, folder: name, options };
  const folder = folderIn(config, options.folder, place);
  // Packages of versions may be in the output folder too, but those of the conversions need none.
  if (folder !== undefined && (folder !== '.' || name === 'conversions')) return { emitter, folder, options };
  throw wrong(
    `The folder ${options.folder} of "${name}" is outside the output folder`,
    folderPointer,
    `Name a folder below ${config.out ?? 'generated'}`,
  );
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
