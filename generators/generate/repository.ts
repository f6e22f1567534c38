/** The installed generator, and the repository that contains its sources. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from '../document/path.js';
import { fileURLToPath } from 'node:url';

/** The folder of the package of the generator. The build joins modules, so this one may run at any depth of `dist/`. */
export const generatorFolder = folderOfPackage(dirname(fileURLToPath(import.meta.url)));

/** The folder of the running code: the sources or the build. Results that other code cached are not reused. */
export const generatorCode = import.meta.url.endsWith('.ts') ? generatorFolder : join(generatorFolder, 'dist');

/** The root of the repository of the sources: the folder above `generators/`. An installed generator has none. */
export const repository = existsSync(join(generatorFolder, '..', 'nx.json')) ? join(generatorFolder, '..') : undefined;

/** The outermost `node_modules` with the generator or its dependencies; undefined if it is neither installed nor in its repository. */
const modulesFolder = repository === undefined ? enclosingModules(generatorFolder) : join(repository, 'node_modules');

function folderOfPackage(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, 'config.schema.json')) ? folder : folderOfPackage(above);
}

function enclosingModules(folder: string): string | undefined {
  const names = folder.split('/');
  const index = names.indexOf('node_modules');
  return index < 0 ? undefined : names.slice(0, index + 1).join('/');
}

/** The version of the package of the generator. */
export function generatorVersion(): string {
  const { version } = JSON.parse(readFileSync(join(generatorFolder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The folder of the runtimes: those of the repository, or those that the published generator carries. */
export const runtimesFolder =
  repository === undefined ? join(generatorFolder, 'dist', 'runtimes') : join(repository, 'packages', 'runtime');

/** Returns the path of a folder of the repository relative to the working folder; without a repository, one of the working folder. */
export function repositoryPath(...segments: readonly string[]): string {
  return repository === undefined ? join(...segments) : relative(process.cwd(), join(repository, ...segments)) || '.';
}

/** The lists of installed packages that npm, pnpm and Yarn write. */
const packageLists = ['.package-lock.json', join('.pnpm', 'lock.yaml'), '.yarn-state.yml'];

/** The cache of this installation. */
export interface InstallationCache {
  readonly folder: string;
  /** The list of installed packages, as text. Another version of a dependency may print other bytes. */
  readonly dependencies: string;
}

/** Returns the cache of this installation, or undefined if no list tells which dependencies are installed. */
export function installationCache(): InstallationCache | undefined {
  if (modulesFolder === undefined) return undefined;
  const list = packageLists.map((name) => join(modulesFolder, name)).find((file) => existsSync(file));
  if (list === undefined) return undefined;
  return { folder: join(modulesFolder, '.cache', 'lading'), dependencies: readFileSync(list, 'utf8') };
}
