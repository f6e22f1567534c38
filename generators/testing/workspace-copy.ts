/** A copy of this repository that a test may change: the current files, and links to the installed packages. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { generatorFolder } from '../generate/repository.js';

/** The root of this repository. */
export const repository = dirname(generatorFolder);

/** The parts of the repository that Nx and the generator need. */
const parts = [
  'generators',
  'spec',
  'lading.config.json',
  'nx.json',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/**
 * Copies the generator, the specification and the settings of the workspace.
 *
 * @param more other parts of the repository: `packages`
 */
export function copyWorkspace(folder: string, ...more: readonly string[]): void {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', '--', ...parts, ...more], {
    cwd: repository,
    maxBuffer: 1 << 26,
  });
  // Git also lists files that are deleted but not yet committed.
  const files = String(listed)
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(repository, file)));
  for (const file of files) copy(file, folder);
  // Copied, since the command would otherwise build it in each copy; a generated workspace carries the built runtimes.
  for (const dist of ['generators/dist', ...builtRuntimes(files)]) copy(dist, folder);
  for (const place of new Set(['.', ...files.map(dirname)])) linkInstalled(join(place, 'node_modules'), folder);
}

/** The built modules of the runtimes among the files. */
function builtRuntimes(files: readonly string[]): readonly string[] {
  const folders = files.flatMap((file) => /^packages\/runtime\/[^/]+(?=\/package\.json$)/.exec(file) ?? []);
  return folders.map((folder) => `${folder}/dist`).filter((dist) => existsSync(join(repository, dist)));
}

function copy(path: string, folder: string): void {
  cpSync(join(repository, path), join(folder, path), { recursive: true, preserveTimestamps: true });
}

/** Links third-party packages; links of the workspace to itself are redirected into the copy. */
function linkInstalled(place: string, folder: string): void {
  const from = join(repository, place);
  if (!existsSync(from)) return;
  mkdirSync(join(folder, place), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '.cache' || name.startsWith('.vite')) continue;
    const entry = join(from, name);
    if (name === '@lading') linkInstalled(join(place, name), folder);
    else
      symlinkSync(
        isOwn(entry) ? join(folder, relative(repository, realpathSync(entry))) : entry,
        join(folder, place, name),
      );
  }
}

function isOwn(entry: string): boolean {
  return lstatSync(entry).isSymbolicLink() && realpathSync(entry).startsWith(repository + sep);
}
