/** Finds the configuration of a folder and reads it: JSON as data, TypeScript and JavaScript by running it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from '../../document/path.js';
import type { SchemaObject } from 'ajv';
import { LadingError } from '../../diagnostics/index.js';
import { parseText, readText } from '../../read/index.js';
import { generatorFolder } from '../repository.js';
import type { LadingConfig } from './config.js';
import { assertConforms } from '../validate-config.js';
import { loadModule } from './load-module.js';
import { oldKeysOf, type OldKeys } from './old-keys.js';

export const configNames = [
  'lading.config.ts',
  'lading.config.mts',
  'lading.config.js',
  'lading.config.mjs',
  'lading.config.json',
] as const;

export interface LoadedConfig {
  readonly config: LadingConfig;
  /** The path of the file, relative to the working folder. */
  readonly file: string;
  /** The folder that its paths are relative to. */
  readonly folder: string;
  /** What keys of earlier configurations say. */
  readonly oldKeys?: OldKeys;
}

/** Returns the path of the configuration in a folder, or undefined. @throws CONFIG_LOAD if there are several */
export function configIn(folder: string): string | undefined {
  const found = configNames.map((name) => join(folder, name)).filter((file) => existsSync(file));
  const [first, second] = found.map((file) => relative(process.cwd(), file));
  if (second === undefined) return first;
  throw new LadingError({
    code: 'CONFIG_LOAD',
    subject: 'There are several configurations',
    place: [first, second].join(', '),
    remedy: 'Remove all but one, or name one: --config FILE',
  });
}

/**
 * Returns the path of the configuration in the working folder, or in the nearest folder above it, up to the root of the
 * repository.
 *
 * @throws CONFIG_LOAD
 */
export function nearestConfig(): string | undefined {
  let folder = process.cwd();
  for (;;) {
    const found = configIn(folder);
    // A configuration above the repository belongs to another project.
    if (found !== undefined || existsSync(join(folder, '.git')) || dirname(folder) === folder) return found;
    folder = dirname(folder);
  }
}

/** @throws CONFIG_LOAD, CONFIG_STRUCTURE, READ_MISSING, READ_SYNTAX */
export async function loadConfig(file: string): Promise<LoadedConfig> {
  const content = file.endsWith('.json') ? parseText(file, readText(file)) : await loadModule(file);
  assertConforms(content, configSchema(), file, 'CONFIG_STRUCTURE');
  const config = content as LadingConfig;
  assertSources(config, file);
  return { config, file, folder: dirname(file), oldKeys: oldKeysOf(config, file) };
}

/** Returns a function that resolves a path of the configuration relative to the working folder. */
export function placeFrom({ folder }: LoadedConfig): (path: string) => string {
  return (path) => (isAbsolute(path) ? path : join(folder, path));
}

function assertSources({ spec, documents, overlays, corrections }: LadingConfig, place: string): void {
  const wrong = (subject: string, remedy: string) =>
    new LadingError({ code: 'CONFIG_STRUCTURE', subject, place, remedy });
  if (spec === undefined && documents === undefined)
    throw wrong('The configuration has no documents', 'Add "documents", an array of files, or "spec", a folder');
  const other = Object.entries({ documents, overlays, corrections }).find(([, value]) => value !== undefined);
  if (spec !== undefined && other !== undefined)
    throw wrong(`"spec" and "${other[0]}" are mutually exclusive`, 'Remove one of them');
}

/** Returns the JSON Schema of configurations. */
export function configSchema(): SchemaObject {
  return JSON.parse(readFileSync(join(generatorFolder, 'config.schema.json'), 'utf8')) as SchemaObject;
}
