/** Fetches a document and the files that it refers to, and keeps copies of them in a folder. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from '../document/path.js';
import { isArray, isObject, type Json } from '../document/index.js';
import { LadingError, printableUrl } from '../diagnostics/index.js';
import { copiedReference, MAX_DOCUMENT_BYTES, parseText } from '../read/index.js';
import { writeFiles } from '../write/index.js';
import { fetchFile } from './fetch-file.js';
import { documentUrl } from './document-url.js';
import { copyPath, decoded } from './copy-path.js';
import { createHash } from 'node:crypto';

const MAX_FILES = 200;

export interface FetchedCopy {
  /** Its path in the folder of the copies. */
  readonly path: string;
  readonly state: 'new' | 'changed' | 'unchanged';
  readonly content: Buffer;
}

export interface FetchedDocument {
  /** The path of the copy of the document, in the folder of the copies. */
  readonly path: string;
  /** The paths of all copies, whether each is new, differs from the copy before, or not, and what was fetched. */
  readonly files: readonly FetchedCopy[];
}

export interface FetchOptions {
  /** How long a server may send nothing, in milliseconds. @default 30 seconds */
  readonly silence?: number;
  /** How long the document may take with all of its files, in milliseconds. @default 2 minutes */
  readonly total?: number;
  /** The folder of the copies, which is read only. */
  readonly folder: string;
  /** The digest of the document: `sha256-…`. */
  readonly integrity?: string | undefined;
  /** Called with each URL, as it may be printed, before it is fetched. */
  readonly onFetch?: (url: string) => void;
}

/**
 * Fetches a document. Its references may lead to files of the same server, in the folder of the document or below; what else
 * they name is not fetched, and reading the document reports it. Nothing is written: {@link saveCopies} does that.
 *
 * @throws FETCH_REFUSED, FETCH_FAILED, FETCH_INTEGRITY, READ_LIMIT, READ_SYNTAX
 */
export async function fetchDocument(address: string, options: FetchOptions): Promise<FetchedDocument> {
  const requested = documentUrl(address);
  const entry = copyPath(requested);
  const contents = new Map<string, Buffer>();
  const { silence = 30_000, total = 120_000 } = options;
  const signal = AbortSignal.timeout(total);
  let bytes = MAX_DOCUMENT_BYTES;
  const fetched = async (
    url: string,
    path: string,
    isTrusted: boolean,
  ): Promise<readonly (readonly [URL, string])[]> => {
    options.onFetch?.(printableUrl(url));
    const file = await fetchFile(url, isTrusted, { silence, bytes, signal });
    bytes -= file.content.length;
    if (path === entry) assertIntegrity(file.content, options.integrity, printableUrl(url));
    const content = parseText(printableUrl(url), file.content.toString('utf8'));
    assertDocument(content, path === entry, printableUrl(url));
    contents.set(path, file.content);
    return referredFiles(content, file.url, path, dirname(entry));
  };
  const queue = [...(await fetched(requested.href, entry, true))];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [url, path] = next;
    if (contents.has(path)) continue;
    if (contents.size === MAX_FILES) throw tooMany(printableUrl(address));
    for (const each of await fetched(url.href, path, url.origin === requested.origin)) queue.push(each);
  }
  return { path: entry, files: [...contents].map(([path, content]) => copied(path, content, options.folder)) };
}

/**
 * Writes the copies of documents: all of them or none.
 *
 * @param folder the folder of the copies
 * @throws WRITE_…
 */
export async function saveCopies(folder: string, documents: readonly FetchedDocument[]): Promise<void> {
  const changed = documents.flatMap(({ files }) => files).filter(({ state }) => state !== 'unchanged');
  // Two documents may refer to one file.
  const contents = new Map(changed.map(({ path, content }) => [path, content]));
  if (contents.size > 0)
    await writeFiles(
      folder,
      [...contents].map(([path, text]) => ({ path, text })),
    );
}

function copied(path: string, content: Buffer, folder: string): FetchedCopy {
  const file = join(folder, path);
  const before = existsSync(file) ? readFileSync(file) : undefined;
  if (before?.equals(content) === true) return { path, state: 'unchanged', content };
  return { path, state: before === undefined ? 'new' : 'changed', content };
}

/** A server may send something else with status 200, such as a page that asks for a login. */
function assertDocument(content: Json, isEntry: boolean, place: string): void {
  const isDocument = isObject(content) && ['openapi', 'swagger', 'overlay'].some((key) => key in content);
  if (isEntry ? isDocument : isObject(content) || isArray(content) || typeof content === 'boolean') return;
  throw new LadingError({
    code: 'FETCH_FAILED',
    subject: isEntry
      ? 'The server sent no OpenAPI, Swagger or Overlay document'
      : 'The server sent no part of a document for a file that it refers to',
    place,
    remedy: 'Correct the URL; the copy was not changed',
  });
}

/** Returns the files that a file refers to: each URL, and the path of its copy, which lies where the reference leads on disk. */
function referredFiles(content: Json, base: URL, from: string, root: string): readonly (readonly [URL, string])[] {
  const found: (readonly [URL, string])[] = [];
  // A file is referred to many times.
  const files = new Set([...references(content)].map((reference) => reference.split('#', 1)[0] ?? ''));
  for (const file of files) {
    if (/^$|^[a-z][a-z0-9+.-]*:|^[/\\]|\/$/i.test(file) || !URL.canParse(file, base.href)) continue;
    const url = new URL(file, base);
    const path = copiedReference(from, decoded(file));
    if (/[\\:\0]/.test(decoded(file))) continue;
    if (url.origin === base.origin && url.search === '' && path.startsWith(`${root}/`)) found.push([url, path]);
  }
  return found;
}

function* references(value: Json): Iterable<string> {
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isArray(next)) for (const entry of next) pending.push(entry);
    else if (isObject(next)) {
      if (typeof next['$ref'] === 'string') yield next['$ref'];
      for (const entry of Object.values(next)) pending.push(entry);
    }
  }
}

function tooMany(place: string): LadingError {
  return new LadingError({
    code: 'READ_LIMIT',
    subject: `The document consists of more than ${MAX_FILES} files`,
    place,
    remedy: 'Bundle it into one file, and name that',
  });
}

/** Returns the digest of a content: `sha256-` and base64, as in subresource integrity. */
export function integrityOf(content: Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** @throws FETCH_INTEGRITY if the content has another digest than `expected` */
export function assertIntegrity(content: Buffer, expected: string | undefined, place: string): void {
  const actual = integrityOf(content);
  if (expected === undefined || actual === expected) return;
  throw new LadingError({
    code: 'FETCH_INTEGRITY',
    subject: `The content has the digest ${actual}, and not ${expected}`,
    place,
    remedy: 'Review what changed, then write the new digest as "integrity" into the configuration',
  });
}
