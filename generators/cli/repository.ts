/** The repository of the command, and the installed generator. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package of the generator. The build joins modules, so this one may run at any depth of `dist/`. */
export const generatorFolder = folderOfPackage(dirname(fileURLToPath(import.meta.url)));

/** The folder of the running code: the sources or the build. Results that other code cached are not reused. */
export const generatorCode = import.meta.url.endsWith('.ts') ? generatorFolder : join(generatorFolder, 'dist');

/** The root of the repository: the folder above `generators/`. */
export const repository = existsSync(join(generatorFolder, '..', 'nx.json'))
  ? join(generatorFolder, '..')
  : process.cwd();

function folderOfPackage(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, 'config.schema.json')) ? folder : folderOfPackage(above);
}

/** The version of the package of the generator. */
export function generatorVersion(): string {
  const { version } = JSON.parse(readFileSync(join(generatorFolder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The folder of the runtimes: those of the repository, or those that the published generator carries. */
export const runtimesFolder =
  [join(generatorFolder, '..', 'packages', 'runtime'), join(generatorFolder, 'dist', 'runtimes')].find((folder) =>
    existsSync(folder),
  ) ?? generatorFolder;

/** Returns a path of the repository relative to the working folder. */
export function repositoryPath(...segments: readonly string[]): string {
  return relative(process.cwd(), join(repository, ...segments)) || '.';
}

/** The list of installed packages, as text. Another version of a dependency may print other bytes. */
export function installedDependencies(): string {
  const list = join(repository, 'node_modules', '.package-lock.json');
  return existsSync(list) ? readFileSync(list, 'utf8') : '';
}
