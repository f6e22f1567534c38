/** Copies files into containers and out of them; the containers need not run. */
import { readFile as readLocalFile, stat } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import { decodePathStat, InputError } from '@lading/runtime-client';
import { Parser, type ReadEntry } from 'tar';
import type { AnyEngine } from '../../gen/engine.js';
import { extract } from '../archive/extract.js';
import type { ExtractOptions } from '../archive/entry-filter.js';
import { pack, type PackedFile } from '../archive/pack.js';

export interface CopyOptions {
  readonly signal?: AbortSignal;
}

/** The maximum number of symbolic links that `readFile` follows, as of Linux. */
const maxLinks = 40;

/**
 * Copies a file, the content of a folder, or files given by name into an existing folder of a container.
 *
 * @example await copyTo(engine, 'web', { 'app.json': '{}' }, '/etc/app')
 * @throws NotFound when the container or the folder does not exist
 */
export async function copyTo(
  engine: AnyEngine,
  container: string,
  source: string | Readonly<Record<string, PackedFile>>,
  folder: string,
  { signal }: CopyOptions = {},
): Promise<void> {
  const files = typeof source === 'string' ? await localFiles(source) : source;
  await engine.container.putArchive({ id: container, path: folder, body: pack(files) }, signal ? { signal } : {});
}

/**
 * Copies a file or a folder of a container into a folder of this machine, which is created if needed. The archive is
 * untrusted: see `extract`.
 *
 * @throws NotFound when the container or the path does not exist
 */
export async function copyFrom(
  engine: AnyEngine,
  container: string,
  path: string,
  folder: string,
  options: ExtractOptions = {},
): Promise<void> {
  const { signal } = options;
  await extract(await engine.container.archive({ id: container, path }, signal ? { signal } : {}), folder, options);
}

/**
 * Reads a file of a container. Symbolic links are followed.
 *
 * @throws InputError `NOT_A_FILE` for a folder or a device; NotFound when the path does not exist
 */
export async function readFile(
  engine: AnyEngine,
  container: string,
  path: string,
  { signal }: CopyOptions = {},
): Promise<Buffer> {
  let target = path;
  for (let links = 0; links <= maxLinks; links += 1) {
    const archive = await engine.container.archive({ id: container, path: target }, signal ? { signal } : {});
    const { linkTarget } = decodePathStat(archive.headers['x-docker-container-path-stat'] ?? '');
    if (linkTarget === '') return firstFile(archive, target);
    archive.destroy();
    // Engines report an absolute target, others the text of the link.
    target = posix.resolve(posix.dirname(posix.resolve('/', target)), linkTarget);
  }
  throw new InputError('NOT_A_FILE', `${path} in container ${container} leads through too many symbolic links.`);
}

/**
 * Writes a file of a container, in an existing folder.
 *
 * @throws NotFound when the container or the folder does not exist
 */
export async function writeFile(
  engine: AnyEngine,
  container: string,
  path: string,
  data: string | Uint8Array,
  { mode, signal }: CopyOptions & { readonly mode?: number } = {},
): Promise<void> {
  const { dir, base } = posix.parse(posix.resolve('/', path));
  const file = { data, ...(mode !== undefined && { mode }) };
  await copyTo(engine, container, { [base]: file }, dir, signal ? { signal } : {});
}

async function localFiles(path: string): Promise<string | Readonly<Record<string, PackedFile>>> {
  const status = await stat(path);
  if (status.isDirectory()) return path;
  return { [basename(path)]: { data: await readLocalFile(path), mode: status.mode & 0o777 } };
}

async function firstFile(archive: NodeJS.ReadableStream, path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let type: string | undefined;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry: ReadEntry) => {
      type ??= entry.type;
      if (entry.type === 'File' || entry.type === 'OldFile')
        entry.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
      else entry.resume();
    },
  });
  for await (const chunk of archive) {
    parser.write(chunk as Buffer);
    if (type !== undefined && type !== 'File' && type !== 'OldFile')
      throw new InputError('NOT_A_FILE', `${path} is not a file but of the type ${type}.`);
  }
  parser.end();
  return Buffer.concat(chunks);
}
