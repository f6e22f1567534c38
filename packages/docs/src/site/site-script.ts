/** The script of the pages as one file: a page of the file system may load no modules. */
import { readFileSync } from 'node:fs';

const folder = new URL('../../assets/script/', import.meta.url);
const importing = /^import \{[^}]*\} from '\.\/([\w-]+\.js)';$/gm;

/** The modules in the order of their imports, without the words of modules, in a scope of their own. */
export function siteScript(): string {
  const parts: string[] = [];
  add('start.js', new Set(), parts);
  return `(() => {\n'use strict';\n${parts.join('\n')}})();\n`;
}

function add(file: string, seen: Set<string>, parts: string[]): void {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(new URL(file, folder), 'utf8');
  for (const [, imported = ''] of text.matchAll(importing)) add(imported, seen, parts);
  parts.push(
    text
      .replace(importing, '')
      .replace(/^export /gm, '')
      .trim(),
  );
}
