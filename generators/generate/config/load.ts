/** Finds the configuration of a folder and reads it: JSON as data, TypeScript and JavaScript by running it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from '../../document/path.js';
import type { SchemaObject } from 'ajv';
import { LadingError } from '../../diagnostics/index.js';
import type { LintFinding } from '../../lint/index.js';
import { parseText, readText } from '../../read/index.js';
import { generatorFolder } from '../repository.js';
import { apiConfigsOf, onlyApi, selectedApis, type NamedApi } from './apis.js';
import type { LadingConfig } from './config.js';
import { assertConforms } from '../validate-config.js';
import { loadModule } from './load-module.js';
import { oldKeysOf, withPresentNames, type OldKeys } from './old-keys.js';

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
  /** The API, if the configuration has several. */
  readonly api?: NamedApi;
  /** What keys of earlier configurations say. */
  readonly oldKeys?: OldKeys;
  /** Warnings about names of emitters in earlier configurations. */
  readonly oldNames?: readonly LintFinding[];
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

/**
 * Returns the configuration of an API.
 *
 * @param api the name of the API, if the configuration has several
 * @throws CONFIG_LOAD, CONFIG_STRUCTURE, READ_MISSING, READ_SYNTAX; USAGE if the API is not named
 */
export async function loadConfig(file: string, api?: string): Promise<LoadedConfig> {
  return onlyApi(await loadConfigs(file, api), file);
}

/** Returns the configuration of each API, or of the named one. @throws as `loadConfig` */
export async function loadConfigs(file: string, api?: string): Promise<readonly LoadedConfig[]> {
  const content = file.endsWith('.json') ? parseText(file, readText(file)) : await loadModule(file);
  assertConforms(content, configSchema(), file, 'CONFIG_STRUCTURE');
  const all = apiConfigsOf(content as LadingConfig, file).map((one) => {
    const loaded = { ...one, file, folder: dirname(file) };
    const placeOf = (pointer: string) => placeIn(loaded, pointer);
    return { ...loaded, ...withPresentNames(one.config, placeOf), oldKeys: oldKeysOf(one.config, placeOf) };
  });
  for (const one of all) assertSources(one);
  return selectedApis(all, api, file);
}

/** Returns the place of a key in the file. @param pointer the key, and a path in its value */
export function placeIn({ file, api }: Pick<LoadedConfig, 'file' | 'api'>, pointer: string): string {
  const [key = ''] = pointer.split('/');
  return `${file}#/${api?.keys.has(key) === true ? `apis/${api.name}/` : ''}${pointer}`;
}

/** Returns a function that resolves a path of the configuration relative to the working folder. */
export function placeFrom({ folder }: LoadedConfig): (path: string) => string {
  return (path) => (isAbsolute(path) ? path : join(folder, path));
}

function assertSources({ config: { spec, documents, overlays, corrections }, file, api }: LoadedConfig): void {
  const place = api === undefined ? file : `${file}#/apis/${api.name}`;
  const wrong = (subject: string, remedy: string) =>
    new LadingError({ code: 'CONFIG_STRUCTURE', subject, place, remedy });
  if (spec === undefined && documents === undefined)
    throw wrong(
      `The ${api === undefined ? 'configuration' : `API "${api.name}"`} has no documents`,
      'Add "documents", an array of files, or "spec", a folder',
    );
  const other = Object.entries({ documents, overlays, corrections }).find(([, value]) => value !== undefined);
  if (spec !== undefined && other !== undefined)
    throw wrong(`"spec" and "${other[0]}" are mutually exclusive`, 'Remove one of them');
}

let schema: SchemaObject | undefined;

/** Returns the JSON Schema of configurations: the same object each time, so that it is compiled once. */
export function configSchema(): SchemaObject {
  return (schema ??= JSON.parse(readFileSync(join(generatorFolder, 'config.schema.json'), 'utf8')) as SchemaObject);
}
