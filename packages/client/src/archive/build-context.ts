/** Packs a folder into the build context of an image. */
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import dockerignore from '@balena/dockerignore';
import { InputError } from '@lading/runtime-client';
import { packPaths } from './pack-paths.js';
import { walk } from './walk.js';

export interface BuildContextOptions {
  /** The build file, inside of the folder; default `Dockerfile`. Pass the same name to the build. */
  readonly dockerfile?: string;
  /** Ignore patterns in addition to those of the ignore file. */
  readonly ignore?: readonly string[];
}

/**
 * Packs the folder as a stream for `image.build`. Files that `<Dockerfile>.dockerignore` matches are left out; without
 * that file, those that `.dockerignore` matches. The build file is always included.
 *
 * @throws InputError when the build file is outside of the folder
 */
export function buildContext(
  folder: string,
  { dockerfile = 'Dockerfile', ignore = [] }: BuildContextOptions = {},
): Readable {
  const file = relative(folder, resolve(folder, dockerfile)).replaceAll('\\', '/');
  if (file === '' || file === '..' || file.startsWith('../') || isAbsolute(file)) {
    throw new InputError(
      'DOCKERFILE_OUTSIDE',
      `The build file ${JSON.stringify(dockerfile)} is not in the folder of the build.`,
    );
  }
  return packPaths(folder, async function* () {
    const text =
      (await textOf(join(folder, `${file}.dockerignore`))) ?? (await textOf(join(folder, '.dockerignore'))) ?? '';
    const patterns = [...text.replace(/^\uFEFF/, '').split(/\r?\n/), ...ignore];
    const rules = makeIgnore().add([...patterns, `!${file}`, '!.dockerignore']);
    const excepts = patterns.some((pattern) => pattern.trimStart().startsWith('!'));
    yield* walk(
      folder,
      (path) => !rules.ignores(path),
      (path) => excepts || file.startsWith(`${path}/`),
    );
  });
}

// A CommonJS module: what TypeScript calls its default export is a property of it.
const makeIgnore: typeof dockerignore.default = dockerignore.default;

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}
