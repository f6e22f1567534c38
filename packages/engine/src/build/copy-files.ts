/** COPY and ADD: which files are copied, where to, and what the history says about them. */
import { createHash } from 'node:crypto';
import { BadRequest } from '@lading/server-v1.44';
import { newFile, newFolder } from '../filesystem/memory-tree.js';
import { followLinks, nameOf, parentOf, resolvePath } from '../filesystem/paths.js';
import { responseBytes } from '../filesystem/response-bytes.js';
import { entriesOf } from '../filesystem/tar.js';
import { globOf } from '../values/glob.js';
import type { FileTree, TreeEntry } from '../ports/filesystem.js';
import { isArchive } from '../filesystem/decompress.js';

export interface CopyRequest {
  readonly word: 'ADD' | 'COPY';
  /** Paths in `from`, patterns, and for `ADD` addresses. */
  readonly sources: readonly string[];
  readonly target: string;
  readonly from: FileTree;
  /** Whether the files come from another stage or image. */
  readonly isFromImage: boolean;
  readonly folder: string;
  /** `user:group` */
  readonly owner: string | undefined;
  /** Changed by the copy. */
  readonly files: FileTree;
}

interface CopiedSource {
  readonly kind: 'file' | 'folder';
  /** The name of the file, used in a target folder. */
  readonly name: string;
  /** The entries by their path below the source; that of a file is empty. */
  readonly entries: readonly (readonly [string, TreeEntry])[];
  readonly isExtracted?: boolean;
}

/** Copies the files. @returns what the history says: `file:DIGEST in /target`. @throws BadRequest */
export async function copyFiles(request: CopyRequest): Promise<string> {
  const { word, target, folder, files } = request;
  const sources: CopiedSource[] = [];
  for (const source of request.sources)
    if (word === 'ADD' && /^https?:\/\//.test(source)) sources.push(await download(source, target));
    else sources.push(...(await sourcesOf(request, source)));
  if (sources.length === 0) throw new BadRequest(`${word} failed: no source files were specified`);
  const isFolder = target.endsWith('/') || target.endsWith('/.') || target === '.';
  if (sources.length > 1 && !isFolder)
    throw new BadRequest(
      `When using ${word} with more than one source file, the destination must be a directory and end with a /`,
    );
  const path = followLinks(files, resolvePath(target, folder || '/')) ?? resolvePath(target, folder || '/');
  const owner = request.owner === undefined ? { uid: 0, gid: 0 } : ownerOf(request.owner, files);
  for (const { kind, name, entries } of sources) {
    const isInside = kind === 'file' && (isFolder || files.get(path)?.kind === 'folder');
    const base = isInside ? resolvePath(name, path) : path;
    if (kind === 'folder' && files.get(base) === undefined) files.put(base, { ...newFolder(), ...owner });
    for (const [rest, entry] of entries) {
      const each = rest === '' ? base : resolvePath(`.${rest}`, base);
      if (entry.kind === 'folder' && files.get(each)?.kind === 'folder') continue;
      files.put(each, { ...entry, ...owner });
    }
  }
  return `${digestText(sources)} in ${target} `;
}

async function sourcesOf({ word, from, isFromImage }: CopyRequest, source: string): Promise<CopiedSource[]> {
  if (/^\.\.(\/|$)/.test(source.replace(/^\/+/, '')) && !isFromImage)
    throw new BadRequest(`${word} failed: forbidden path outside the build context: ${source} ()`);
  const paths = /[*?[]/.test(source) ? matching(from, source) : [resolvePath(source)];
  if (paths.length === 0) throw new BadRequest(`${word} failed: no source files were specified`);
  const sources: CopiedSource[] = [];
  for (const each of paths) {
    const path = followLinks(from, each) ?? each;
    const entry = from.get(path);
    if (entry === undefined)
      throw new BadRequest(
        isFromImage
          ? `${word} failed: stat ${each.slice(1)}: file does not exist`
          : `${word} failed: file not found in build context or excluded by .dockerignore: stat ${source}: file does not exist`,
      );
    if (word === 'ADD' && entry.kind === 'file' && isArchive(entry.data)) {
      const extracted = [...(await entriesOf([entry.data]))].map(([name, inner]) => [name, inner] as const);
      sources.push({ kind: 'folder', name: nameOf(each), entries: extracted, isExtracted: true });
    } else if (entry.kind === 'folder') {
      const inner = from.below(path).filter(([below]) => below !== path);
      const entries = inner.map(([below, value]) => [below.slice(path === '/' ? 0 : path.length), value] as const);
      sources.push({ kind: 'folder', name: nameOf(each), entries });
    } else sources.push({ kind: 'file', name: nameOf(each), entries: [['', entry]] });
  }
  return sources;
}

async function download(address: string, target: string): Promise<CopiedSource> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch (error) {
    const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
    const { host, hostname, port, protocol } = new URL(address);
    const machine = port === '' ? `${hostname}:${protocol === 'https:' ? 443 : 80}` : host;
    const reason =
      cause?.code === 'ECONNREFUSED' || cause?.message === 'bad port'
        ? `dial tcp ${machine}: connect: connection refused`
        : cause?.code === 'ENOTFOUND' || cause?.code === 'EAI_AGAIN'
          ? `dial tcp: lookup ${hostname}: no such host`
          : (cause?.message ?? String(error));
    throw new BadRequest(`ADD failed: Get "${address}": ${reason}`);
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new BadRequest(
      `ADD failed: failed to GET ${address} with status ${response.status} ${response.statusText}: `,
    );
  }
  const name = new URL(address).pathname.split('/').at(-1) ?? '';
  if (name === '' && target.endsWith('/'))
    throw new BadRequest(`ADD failed: cannot determine filename for source ${address}`);
  const modified = Date.parse(response.headers.get('last-modified') ?? '') || 0;
  const data = await responseBytes(response, `the file at ${address}`);
  return { kind: 'file', name: name || nameOf(target), entries: [['', newFile(data, modified, 0o600)]] };
}

/** Returns the paths that match a pattern, part by part. */
function matching(tree: FileTree, pattern: string): string[] {
  let found = ['/'];
  for (const part of resolvePath(pattern).split('/').filter(Boolean)) {
    const glob = globOf(part);
    found = found.flatMap((folder) =>
      tree
        .namesIn(folder)
        .filter((name) => glob?.matches(name) === true)
        .map((name) => resolvePath(name, folder)),
    );
  }
  return found;
}

/** Finds the numbers of a user and a group in the files of the image. */
function ownerOf(text: string, files: FileTree): { readonly uid: number; readonly gid: number } {
  const [user = '', group] = text.split(':');
  const numberIn = (path: string, name: string, noun: string): number => {
    if (/^\d+$/.test(name)) return Number(name);
    const entry = files.get(path);
    const lines = entry?.kind === 'file' ? entry.data.toString().split('\n') : [];
    const line = lines.find((each) => each.split(':')[0] === name);
    if (line === undefined)
      throw new BadRequest(
        `unable to convert uid/gid chown string to host mapping: can't find ${noun === 'user' ? 'uid' : 'gid'} for ${noun} ${name}: no such ${noun}: ${name}`,
      );
    return Number(line.split(':')[2]);
  };
  const uid = numberIn('/etc/passwd', user, 'user');
  return { uid, gid: group === undefined ? uid : numberIn('/etc/group', group, 'group') };
}

/** Describes the content; it is equal for equal files, whenever they were changed. */
function digestText(sources: readonly CopiedSource[]): string {
  const hash = createHash('sha256');
  for (const { name, entries } of sources)
    for (const [path, entry] of entries) {
      hash.update(`${path === '' ? name : parentOf(path) + nameOf(path)}\0${entry.kind}\0${entry.mode}\0`);
      if (entry.kind === 'file') hash.update(entry.data);
      if (entry.kind === 'link') hash.update(entry.target);
    }
  const [first] = sources;
  const isFile = first?.kind === 'file' || first?.isExtracted === true;
  return `${sources.length > 1 ? 'multi' : isFile ? 'file' : 'dir'}:${hash.digest('hex')}`;
}
