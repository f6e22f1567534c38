/** Writes the files of a package that its build writes, and no others: its folder `dist/`. */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from '../document/path.js';
import { LadingError } from '../diagnostics/index.js';
import { writeFiles } from '../write/index.js';
import type { GenerateRequest } from './generate-request.js';
import type { GeneratedFiles } from './generate.js';

/**
 * @param folder the folder of the package
 * @returns the number of files
 * @throws USAGE if the folder is not that of a package whose build writes files; WRITE_…
 */
export async function writeDist(
  { out, config }: GenerateRequest,
  { files }: Pick<GeneratedFiles, 'files'>,
  folder: string,
): Promise<number> {
  const dist = `${relative(resolve(out), resolve(folder))}/dist/`;
  const built = files
    .filter(({ path, isBuilt }) => isBuilt === true && path.startsWith(dist))
    .map((file) => ({ ...file, path: file.path.slice(dist.length) }));
  if (built.length === 0)
    throw new LadingError({
      code: 'USAGE',
      subject: 'The configuration has no package in this folder whose build writes files',
      place: `${folder} (${config ?? 'the command line'})`,
      remedy: 'Run it in the folder of a docs package, and set "build" of "docs"',
    });
  const target = join(folder, 'dist');
  const wanted = new Set(built.map(({ path }) => path));
  await writeFiles(
    target,
    built,
    filesBelow(target).filter((path) => !wanted.has(path)),
  );
  return built.length;
}

/** Returns the paths of the files below a folder, which need not exist. */
function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name],
  );
}
