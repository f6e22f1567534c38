/** Bundles the scripts of the pages, because pages opened from the file system cannot load modules. */
import { readFileSync } from 'node:fs';

const folder = new URL('../../assets/script/', import.meta.url);
const importStatement = /^import \{[^}]*\} from '\.\/([\w-]+\.js)';$/gm;

/** The module with which each script begins, and what the script runs at its end. */
const scripts = {
  'site.js': ['start.js', ''],
  'find.js': ['find.js', 'window.ladingFind = find;\n'],
  'try.js': ['try.js', 'startTry();\n'],
  'compare-page.js': ['compare-page.js', 'startComparePage();\n'],
  'history.js': ['history.js', 'showHistory();\n'],
} as const;

/**
 * Concatenates the modules of a script in the order of their imports, without `import` and `export`, in a function scope. Each script
 * has its own copy of the modules that several import.
 */
export function siteScript(name: keyof typeof scripts): string {
  const [file, end] = scripts[name];
  const parts: string[] = [];
  addModule(file, new Set(), parts);
  return `(() => {\n'use strict';\n${parts.join('\n')}\n${end}})();\n`;
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
