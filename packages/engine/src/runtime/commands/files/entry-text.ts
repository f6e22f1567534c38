/** How commands show files: their size and their mode. */
import type { TreeEntry } from '../../../ports/filesystem.js';

export function sizeOf(entry: TreeEntry): number {
  return entry.kind === 'file' ? entry.data.length : entry.kind === 'folder' ? 4096 : entry.target.length;
}

/** Returns the mode as `ls -l` shows it, such as `-rwxr-xr-x`. */
export function modeText({ kind, mode }: TreeEntry): string {
  const letters = [...'rwxrwxrwx'].map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-'));
  const special = (bit: number, index: number, letter: string): void => {
    if ((mode & bit) !== 0) letters[index] = letters[index] === 'x' ? letter : letter.toUpperCase();
  };
  special(0o4000, 2, 's');
  special(0o2000, 5, 's');
  special(0o1000, 8, 't');
  return `${{ file: '-', folder: 'd', link: 'l' }[kind]}${letters.join('')}`;
}

/** Formats a size as `-h` does, such as `1.5K`. */
export function humanSize(size: number): string {
  const units = ['', 'K', 'M', 'G', 'T'];
  let [value, unit] = [size, 0];
  for (; value >= 1024 && unit < units.length - 1; unit += 1) value /= 1024;
  return unit === 0 ? String(size) : `${value.toFixed(1)}${units[unit] ?? ''}`;
}
