// `node tools/run/architecture.mjs`: draws which folders may import which into docs/architecture.md.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { boundaries, violation } from '../lint/import-boundaries.js';
import { isProgram, usage } from './entry.mjs';
import { writeResult } from './result.mjs';
import { root } from './steps.mjs';

/**
 * Draws a Mermaid diagram of the rows of the table of import boundaries, with the folders that they match. An arrow means
 * "may import"; arrows that others imply are omitted.
 *
 * @returns {string}
 */
export function architecture() {
  const nodes = rowsOfFolders();
  const direct = new Map(
    nodes.map((node) => [node, nodes.filter((other) => other !== node && mayImport(node, other))]),
  );
  const lines = ['generators', 'packages', 'tools'].flatMap((part) => [
    `  subgraph all_${part}["${part}/"]`,
    ...nodes.filter(({ row }) => row.startsWith(part)).map(({ id, label }) => `    ${id}["${label}"]`),
    '  end',
  ]);
  const arrows = nodes.flatMap((node) => {
    const targets = direct.get(node) ?? [];
    const implied = new Set(targets.flatMap((target) => [...reachable(target, direct)]));
    return targets.filter((target) => !implied.has(target)).map((target) => `  ${node.id} --> ${target.id}`);
  });
  return ['```mermaid', 'flowchart TB', ...lines, ...arrows, '```'].join('\n');
}

/** A node for each row of the table with folders. Tests, examples and `gen` belong to their parent folder. */
function rowsOfFolders() {
  const rows = boundaries.map(({ from }) => from).filter((row) => !/\*\*|examples|\/gen$|\.mjs$/.test(row));
  return rows.map((row) => {
    const folders = matchingFolders(row.split('/'));
    const [first] = folders;
    if (first === undefined) throw new Error(`No folder matches the row ${row} of tools/lint/import-boundaries.yaml`);
    return { row, id: `folder_${first.replace(/\W+/g, '_')}`, folders, label: labelOf(row, folders) };
  });
}

function matchingFolders([segment, ...rest], folder = '') {
  if (segment === undefined) return [folder];
  const pattern = new RegExp(`^${segment.replace('{version}', '[\\d.]+').replace('*', '[\\w-]+')}$`);
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && pattern.test(entry.name) && !ignored.test(`${folder}/${entry.name}`))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => matchingFolders(rest, folder === '' ? name : `${folder}/${name}`));
}

/** Tests, and what tests of emitters share. */
const ignored = /(^|\/)(node_modules|dist|test)$|^packages\/emit\/testing$/;

/** A short label of the folders, with a line for each level: `read, write`, `v1.41, v1.44 /<br>client, docs`. */
function labelOf(row, folders) {
  const names = (position) => [...new Set(folders.map((folder) => folder.split('/')[position]))].join(', ');
  const varies = row.split('/').map((segment) => /[*({]/.test(segment));
  const parts = row.split('/').map((segment, position) => (varies[position] ? names(position) : segment));
  return parts.slice(parts.length > 1 ? 1 : 0).join(' /<br>');
}

function mayImport(node, other) {
  const files = node.folders.flatMap((folder) => [`${folder}/file.ts`, `${folder}/gen/file.ts`]);
  const targets = other.folders.flatMap(targetsOf);
  return files.some((file) => targets.some((target) => violation(file, { target }) === undefined));
}

/** The import targets of a folder: a path of a file, or an entry point of its package. */
function targetsOf(folder) {
  const own = /^generators\/(cli|emitter|testing)$/.exec(folder)?.[1];
  if (own !== undefined) return [`${folder}/file.ts`, `generators:${own === 'cli' ? '.' : own}`];
  return [`${folder}/file.ts`, `${folder}:.`, `${folder}:codegen`];
}

function reachable(node, direct, found = new Set()) {
  for (const target of direct.get(node) ?? []) {
    if (found.has(target)) continue;
    found.add(target);
    reachable(target, direct, found);
  }
  return found;
}

if (isProgram(import.meta)) {
  usage(`
Usage: node tools/run/architecture.mjs

Draws the diagram of docs/architecture.md from the folders and from tools/lint/import-boundaries.yaml.`);
  writeResult(join(root, 'docs', 'architecture.md'), 'architecture', architecture());
}
