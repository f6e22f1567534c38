/** Where the repository is that the command belongs to: its specification and its packages. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The folder above `generators/`, also when run from `generators/dist/`. */
export const repository =
  [join(here, '..', '..'), join(here, '..', '..', '..')].find((folder) => existsSync(join(folder, 'nx.json'))) ??
  process.cwd();

/** The folder of the generator's own package. */
export const generatorFolder =
  [join(here, '..'), join(here, '..', '..')].find((folder) => existsSync(join(folder, 'config.schema.json'))) ?? here;

/** Of the generator, as its package says. */
export function generatorVersion(): string {
  const { version } = JSON.parse(readFileSync(join(generatorFolder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** A path of the repository as the user would type it from where they stand. */
export function fromHere(...segments: readonly string[]): string {
  return relative(process.cwd(), join(repository, ...segments)) || '.';
}

/** The code that runs: when it changes, what it made before is no longer known to be right. */
export const generatorCode = join(here, '..');

/** What is installed: another version of a dependency may print other bytes. */
export function dependencies(): string {
  const list = join(repository, 'node_modules', '.package-lock.json');
  return existsSync(list) ? readFileSync(list, 'utf8') : '';
}
