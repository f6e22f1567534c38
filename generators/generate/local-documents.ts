/** Documents that URLs name, as files: a configuration keeps copies, a command line fetches them in each run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from '../document/path.js';
import { LadingError } from '../diagnostics/index.js';
import {
  assertIntegrity,
  copyPath,
  documentUrl,
  fetchDocument,
  isUrl,
  printableUrl,
  saveCopies,
} from '../fetch/index.js';
import { copiesFolder } from '../read/index.js';
import { completeInterrupted, createTemporaryFolder } from '../write/index.js';
import type { DocumentSource, LadingConfig } from './config/config.js';
import type { ShowProgress } from './progress.js';

export interface LocalDocumentsOptions {
  /** Whether a missing copy is an error. @default false: it is fetched */
  readonly isOffline?: boolean;
  readonly show?: ShowProgress | undefined;
}

/**
 * Returns the configuration with the path of a copy in place of each URL, relative to the configuration as all paths.
 *
 * @param folder the folder of the configuration
 * @throws FETCH_…, READ_LIMIT, READ_SYNTAX
 */
export async function withLocalDocuments(
  config: LadingConfig,
  folder: string,
  options: LocalDocumentsOptions = {},
): Promise<LadingConfig> {
  const { documents = [], overlays = [] } = config;
  const local = async (source: DocumentSource): Promise<DocumentSource> => {
    if (isUrl(source.file) && source.folder !== undefined)
      throw new LadingError({
        code: 'CONFIG_STRUCTURE',
        subject: 'The files of a document that a URL names lie in its folder or below, so "folder" is not for a URL',
        place: printableUrl(source.file),
        remedy: 'Remove "folder", or download the files and name the document there',
      });
    const file = isUrl(source.file) ? await copyOf(source, folder, options) : source.file;
    const content = source.integrity === undefined ? undefined : join(folder, file);
    if (content !== undefined && existsSync(content)) assertIntegrity(readFileSync(content), source.integrity, file);
    return { ...source, file };
  };
  return {
    ...config,
    ...(config.documents && { documents: await inOrder(documents.map(documentSource), local) }),
    ...(config.overlays && {
      overlays: (await inOrder(overlays.map(documentSource), local)).map(({ file }) => file),
    }),
  };
}

export function documentSource(source: string | DocumentSource): DocumentSource {
  return typeof source === 'string' ? { file: source } : source;
}

async function copyOf(
  { file: url, integrity }: DocumentSource,
  folder: string,
  { isOffline = false, show }: LocalDocumentsOptions,
): Promise<string> {
  const copies = join(folder, copiesFolder);
  const path = `${copiesFolder}/${copyPath(documentUrl(url))}`;
  await completeInterrupted(copies);
  if (existsSync(join(folder, path))) return path;
  if (isOffline) {
    throw new LadingError({
      code: 'FETCH_FAILED',
      subject: 'There is no copy of this document, and a check fetches none',
      place: printableUrl(url),
      remedy: `Run lading fetch, and commit ${copiesFolder}`,
    });
  }
  const fetched = await fetchDocument(url, {
    folder: copies,
    integrity,
    onFetch: (each) => show?.(`fetching ${each}`),
  });
  await saveCopies(copies, [fetched]);
  return path;
}

const fetchedFiles = new Map<string, string>();
let temporaryFolder: string | undefined;

/** Returns the path of a document that a command line names: a URL is fetched into a temporary folder. @throws FETCH_… */
export async function localDocument(pathOrUrl: string, show?: ShowProgress): Promise<string> {
  if (!isUrl(pathOrUrl)) return pathOrUrl;
  const earlier = fetchedFiles.get(pathOrUrl);
  if (earlier !== undefined) return earlier;
  const folder = join((temporaryFolder ??= createTemporaryFolder('lading-fetched-')), copiesFolder);
  const fetched = await fetchDocument(pathOrUrl, { folder, onFetch: (each) => show?.(`fetching ${each}`) });
  await saveCopies(folder, [fetched]);
  const file = join(folder, fetched.path);
  fetchedFiles.set(pathOrUrl, file);
  return file;
}

async function inOrder<T, R>(values: readonly T[], work: (value: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const value of values) results.push(await work(value));
  return results;
}
