// What a command leaves in its folder.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the content of the files by their paths, without the lock of a dead process, which the next command removes.
 *
 * @param {string} folder
 * @returns {Readonly<Record<string, string>>}
 */
export function contentOf(folder, below = '') {
  const entries = readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) return Object.entries(contentOf(folder, `${path}/`));
    return /\.lading\/lock\./.test(path) ? [] : [[path, readFileSync(join(folder, path), 'latin1')]];
  });
  return Object.fromEntries(entries);
}

/** Tells whether a file waits for the next command: no one else reads it. @param {string} path */
export const isStaged = (path) =>
  /(^|\/)(\.lading\/(staged\/|journal$)|\.lading-site\/)|\.(lading-migrate|new)$/.test(path);

/** @param {Readonly<Record<string, string>>} content */
export const withoutStaged = (content) =>
  Object.fromEntries(Object.entries(content).filter(([path]) => !isStaged(path)));

/** @param {Readonly<Record<string, string>>} one @param {Readonly<Record<string, string>>} other */
export const isSame = (one, other) => textOf(one) === textOf(other);

/** Returns the content as one text. @param {Readonly<Record<string, string>>} content */
export const textOf = (content) => JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
