/** A configuration of several APIs → one configuration for each of them. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, leadsOutside, relative, resolve } from '../../document/path.js';
import { LadingError } from '../../diagnostics/index.js';
import { suggestion } from '../validate-config.js';
import type { LadingConfig } from './config.js';

/** An API of a configuration that has several. */
export interface NamedApi {
  readonly name: string;
  /** The keys of the API itself. The others are those of the configuration, which all of its APIs have. */
  readonly keys: ReadonlySet<string>;
}

/** The configuration of one API. */
export interface ApiConfig {
  readonly config: LadingConfig;
  /** The API, if the configuration has several. */
  readonly api?: NamedApi;
}

/** Keys that only an API itself can have. */
const ownKeys = [
  ...['documents', 'overlays', 'corrections', 'spec', 'product', 'operations', 'pagination', 'names'],
  ...['emittersByVersion', 'out'],
] as const;

/**
 * Returns the configuration of each API.
 *
 * @param file the file of the configuration
 * @throws CONFIG_STRUCTURE
 */
export function apiConfigsOf(content: LadingConfig, file: string): readonly ApiConfig[] {
  const { apis, $schema: _, ...shared } = content;
  const wrong = (subject: string, pointer: string, remedy: string) =>
    new LadingError({ code: 'CONFIG_STRUCTURE', subject, place: `${file}#/${pointer}`, remedy });
  if (apis === undefined) {
    if (content.packageName?.includes('{api}') !== true) return [{ config: content }];
    throw wrong(
      'The name of the packages contains {api}, but the configuration has no "apis"',
      'packageName',
      'Remove it from the name',
    );
  }
  const other = ownKeys.find((key) => shared[key] !== undefined);
  if (other !== undefined) throw wrong(`"${other}" belongs to one API`, other, 'Move it into an API of "apis"');
  const nested = Object.entries(apis as Readonly<Record<string, object>>).find(([, own]) => 'apis' in own);
  if (nested !== undefined)
    throw wrong(`The API "${nested[0]}" has "apis"`, `apis/${nested[0]}/apis`, 'Move them beside it');
  const configs = Object.entries(apis).map(([name, own]) => {
    const { packageName = '{api}-{kind}-v{version}' } = { ...shared, ...own };
    const config = { out: `generated/${name}`, ...shared, ...own, packageName: packageName.replaceAll('{api}', name) };
    return { config, api: { name, keys: new Set(Object.keys(own)) } };
  });
  assertSeparate(configs, file, wrong);
  return configs;
}

type Wrong = (subject: string, pointer: string, remedy: string) => LadingError;

/** Asserts that no two APIs write the same files, and that no two packages have the same name. */
function assertSeparate(
  configs: readonly (ApiConfig & { readonly api: NamedApi })[],
  file: string,
  wrong: Wrong,
): void {
  const folder = dirname(file);
  const all = configs.map(({ config: { out = '', packageName, scope }, api: { name } }) => {
    const output = realPath(resolve(isAbsolute(out) ? out : join(folder, out)));
    return { name, out, output: output.toLowerCase(), packageName: `${scope ?? ''} ${packageName ?? ''}` };
  });
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(0, index)) {
      if (isWithin(one.output, other.output) || isWithin(other.output, one.output))
        throw wrong(
          `The output folder ${one.out} of the API "${one.name}" is that of "${other.name}", or one contains the other`,
          `apis/${one.name}/out`,
          'Name another folder',
        );
      if (one.packageName === other.packageName)
        throw wrong(
          `The packages of the APIs "${other.name}" and "${one.name}" have the same names`,
          `apis/${one.name}/packageName`,
          'Write {api} in the name, such as "{api}-{kind}-v{version}", or use another scope',
        );
    }
  }
}

function isWithin(path: string, folder: string): boolean {
  return !leadsOutside(relative(folder, path));
}

/** Follows the links of the part of a path that exists. */
function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

/** Returns the configurations of the named API, or of all. @throws CONFIG_STRUCTURE if there is no such API */
export function selectedApis<C extends ApiConfig>(
  configs: readonly C[],
  name: string | undefined,
  file: string,
): readonly C[] {
  if (name === undefined) return configs;
  const named = configs.filter(({ api }) => api?.name === name);
  if (named.length > 0) return named;
  const names = configs.flatMap(({ api }) => api?.name ?? []);
  throw new LadingError({
    code: 'USAGE',
    subject: names.length === 0 ? 'The configuration has no "apis"' : `The configuration has no API "${name}"`,
    place: file,
    remedy: names.length === 0 ? 'Remove --api' : suggestion(name, names),
  });
}

/** Returns the only configuration. @throws USAGE if there are several */
export function onlyApi<C extends ApiConfig>(configs: readonly C[], file: string): C {
  const [first, second] = configs;
  if (first !== undefined && second === undefined) return first;
  throw new LadingError({
    code: 'USAGE',
    subject: 'The configuration has several APIs',
    place: file,
    remedy: `Name one: ${configs.map(({ api }) => `--api ${api?.name ?? ''}`).join(' or ')}`,
  });
}
