/** The files of a build: the body of the request, or what an address has. */
import { posix } from 'node:path';
import { BadRequest, ServerError, NotImplemented } from '@lading/server-v1.44';
import { MemoryTree } from '../filesystem/memory-tree.js';
import { resolvePath } from '../filesystem/paths.js';
import { responseBytes, responseStart } from '../filesystem/response-bytes.js';
import { bytesOf, entriesOf } from '../filesystem/tar.js';
import { globOf, type Glob } from '../values/glob.js';
import type { FileTree } from '../ports/filesystem.js';
import { isArchive } from '../filesystem/decompress.js';

export interface BuildContext {
  readonly files: FileTree;
  readonly dockerfile: string;
  /** The name of the Dockerfile. */
  readonly name: string;
}

interface ContextRequest {
  readonly remote?: string | undefined;
  readonly dockerfile?: string | undefined;
}

/** @throws BadRequest, ServerError */
export async function readBuildContext(
  { remote = '', dockerfile = '' }: ContextRequest,
  body: AsyncIterable<Uint8Array> | Uint8Array | null | undefined,
): Promise<BuildContext> {
  const bytes = remote === '' || remote === 'client-session' ? await bodyOf(body) : await fetchContext(remote);
  // An address may be that of the Dockerfile alone.
  if (remote !== '' && !isArchive(bytes))
    return { files: new MemoryTree(), dockerfile: bytes.toString(), name: dockerfile || 'Dockerfile' };
  const files = MemoryTree.of(await entriesOf([bytes]));
  const name =
    dockerfile || (files.get('/Dockerfile') === undefined && files.get('/dockerfile') ? 'dockerfile' : 'Dockerfile');
  const path = resolvePath(name);
  if (/^\.\.(\/|$)/.test(name)) throw new ServerError(`forbidden path outside the build context: ${name} ()`);
  const file = files.get(path);
  if (file?.kind === 'folder')
    throw new ServerError(`unexpected error reading Dockerfile: read ${name}: is a directory`);
  if (file?.kind !== 'file') throw new ServerError(`Cannot locate specified Dockerfile: ${name}`);
  if (file.data.length === 0) throw new BadRequest(`the Dockerfile (${name}) cannot be empty`);
  excludeOwnFiles(files, path);
  return { files, dockerfile: file.data.toString(), name };
}

/** Removes the Dockerfile and `.dockerignore` if that file names them; clients leave out everything else. */
function excludeOwnFiles(files: FileTree, dockerfile: string): void {
  const ignore = files.get('/.dockerignore');
  if (ignore?.kind !== 'file') return;
  const patterns = ignorePatterns(ignore.data.toString());
  for (const path of [dockerfile, '/.dockerignore']) {
    let isExcluded = false;
    for (const { isNegated, glob } of patterns)
      if (isNegated === isExcluded && glob.matches(path.slice(1), true)) isExcluded = !isNegated;
    if (isExcluded) files.remove(path);
  }
}

interface IgnorePattern {
  readonly isNegated: boolean;
  readonly glob: Glob;
}

/** Reads `.dockerignore` as engines do: if one of its patterns is wrong, they ignore all. */
function ignorePatterns(text: string): readonly IgnorePattern[] {
  const patterns: IgnorePattern[] = [];
  for (const each of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const line = each.trim();
    if (line === '' || each.startsWith('#')) continue;
    const isNegated = line.startsWith('!');
    const path = isNegated ? line.slice(1).trim() : line;
    if (path === '') return [];
    const glob = globOf(
      posix
        .normalize(path)
        .replace(/^\/(?=.)/, '')
        .replace(/(?<=.)\/$/, ''),
      true,
    );
    if (glob === undefined) return [];
    patterns.push({ isNegated, glob });
  }
  return patterns;
}

async function bodyOf(body: AsyncIterable<Uint8Array> | Uint8Array | null | undefined): Promise<Buffer> {
  if (body === null || body === undefined) return Buffer.alloc(0);
  return body instanceof Uint8Array ? Buffer.from(body) : bytesOf(body);
}

async function fetchContext(remote: string): Promise<Buffer> {
  if (!/^((https?|git):\/\/|git@|github\.com\/)/.test(remote))
    throw new ServerError(`remoteURL (${remote}) could not be recognized as URL`);
  if (!/^https?:\/\//.test(remote) || remote.endsWith('.git') || remote.includes('.git#'))
    throw new NotImplemented(
      `remote context ${remote}: this engine fetches archives and Dockerfiles by http and https, no repositories: send the files in the body`,
    );
  let response: Response;
  try {
    response = await fetch(remote);
  } catch (error) {
    const { cause } = error as { readonly cause?: Error };
    throw new ServerError(
      `error downloading remote context ${remote}: Get "${remote}": ${cause?.message ?? String(error)}`,
    );
  }
  if (!response.ok)
    throw new BadRequest(
      `error downloading remote context ${remote}: failed to GET ${remote} with status ${response.status} ${response.statusText}: ${await responseStart(response)}`,
    );
  return responseBytes(response, `the remote context ${remote}`);
}
