/** Bundles the script of the pages into one file, because pages opened from the file system cannot load modules. */
import { readFileSync } from 'node:fs';

const folder = new URL('../../assets/script/', import.meta.url);
const importStatement = /^import \{[^}]*\} from '\.\/([\w-]+\.js)';$/gm;

/** Concatenates the modules in the order of their imports, without `import` and `export`, in a function scope. */
export function siteScript(): string {
  const parts: string[] = [];
  addModule('start.js', new Set(), parts);
  return `(() => {\n'use strict';\n${parts.join('\n')}})();\n`;
}

function addModule(file: string, seen: Set<string>, parts: string[]): void {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(new URL(file, folder), 'utf8');
  for (const [, imported = ''] of text.matchAll(importStatement)) addModule(imported, seen, parts);
  parts.push(
    text
      .replace(importStatement, '')
      .replace(/^export /gm, '')
      .trim(),
  );
}
