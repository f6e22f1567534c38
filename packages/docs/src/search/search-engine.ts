/** The search engine for misspelled words: MiniSearch, as a script that pages from the file system can load. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns MiniSearch as a script without comments. It defines the global variable `MiniSearch`. */
export function searchEngine(): string {
  const require = createRequire(import.meta.url);
  const folder = dirname(dirname(dirname(require.resolve('minisearch'))));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  const text = readFileSync(join(folder, 'dist', 'umd', 'index.js'), 'utf8');
  const code = text
    .replace(/^\s*\/\*\*?[\s\S]*?\*\/\s*$/gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+/gm, '');
  return `/* MiniSearch ${version}, MIT license, https://github.com/lucaong/minisearch */\n${code}\n`;
}
