/** The place of the copy of a document that a URL names. */
import { createHash } from 'node:crypto';

/**
 * Returns the path of the copy, in a folder for all copies: the host, then the path of the URL, so that references between the files of
 * a document mean the same there. Names that a file system may not have are replaced.
 */
export function copyPath(url: URL): string {
  const segments = url.pathname.slice(1).split('/').map(fileName);
  const [last = 'index'] = segments.slice(-1);
  const name = last === '' ? 'index' : last;
  const query = url.search === '' ? '' : `-${digest(url.search)}`;
  const host = url.host.replaceAll(/[^A-Za-z0-9.-]/g, '_');
  return [host, ...segments.slice(0, -1), withSuffix(name, query)].join('/');
}

/** Returns the name with a suffix before its extension. */
function withSuffix(name: string, suffix: string): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[A-Za-z0-9]+)?$/.exec(name) ?? [];
  return `${stem}${suffix}${extension}`;
}

function fileName(segment: string): string {
  const name = decoded(segment);
  if (/^[\w!$'()+,;=@ -][\w!$'()+,;=@ .-]{0,150}$/.test(name) && !/[ .]$/.test(name)) return name;
  return name === '' ? '' : digest(name);
}

/** Returns a part of a URL without its escapes; one that cannot be decoded stays as it is. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
