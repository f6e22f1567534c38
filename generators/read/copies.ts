/**
 * The names of copies of documents that URLs name. A server on the network decides what a document and its files are called, and
 * several tools execute what lies under a name of theirs (`.git/config`, `package.json`, `node_modules/…`). So each folder and
 * each file of a copy begins with `_`, and has the extension of a document.
 */
import { createHash } from 'node:crypto';
import { dirname, join } from '../document/path.js';

/** The folder of the copies, relative to the configuration. Commit it, so that every run generates the same. */
export const copiesFolder = '.lading/documents';

/** Names that are kept after the `_`: without capitals, because a file system may ignore case. */
const plainName = /^[a-z0-9._-]{1,100}$/;
const extension = /\.(json|ya?ml)$/;

/** Whether a file is a copy: its references lead to copies too. */
export function isCopy(path: string): boolean {
  return join('/', path).includes(`/${copiesFolder}/`);
}

/** Returns the name of the copy of a folder. Different names of folders have different ones. */
export function copyOfFolder(name: string): string {
  return plainName.test(name) && !name.endsWith('.') ? `_${name}` : `_${digest(name)}=`;
}

/** Returns the name of the copy of a file: it ends with `.json`, `.yaml` or `.yml`. Different names have different ones. */
export function copyOfFile(name: string): string {
  if (plainName.test(name) && extension.test(name)) return `_${name}`;
  return `_${digest(name)}=${extension.exec(name.toLowerCase())?.[0] ?? '.yaml'}`;
}

/** Returns where a reference of a copy leads: the path of the other copy. */
export function copiedReference(from: string, reference: string): string {
  const segments = reference.split('/');
  const file = segments.pop() ?? '';
  const folders = segments.map((segment) => (/^\.{0,2}$/.test(segment) ? segment : copyOfFolder(segment)));
  return join(dirname(from), ...folders, /^\.{0,2}$/.test(file) ? file : copyOfFile(file));
}

function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}
