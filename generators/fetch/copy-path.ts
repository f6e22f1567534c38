/** The place of the copy of a document that a URL names. */
import { copyOfFile, copyOfFolder } from '../read/index.js';

/**
 * Returns the path of the copy, in a folder for all copies: the host, then the path of the URL, so that references between the files of
 * a document mean the same there.
 */
export function copyPath(url: URL): string {
  const segments = url.pathname.slice(1).split('/').map(decoded);
  const name = segments.pop() ?? '';
  const host = copyOfFolder(url.hostname) + (url.port === '' ? '' : `=${url.port}`);
  return [host, ...segments.map(copyOfFolder), copyOfFile(`${name === '' ? 'index' : name}${url.search}`)].join('/');
}

/** Returns a part of a URL without its escapes; one that cannot be decoded stays as it is. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
