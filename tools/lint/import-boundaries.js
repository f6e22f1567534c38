// The ESLint rule that applies the table of what each part of the repository may import: import-boundaries.yaml.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { importTarget } from './import-target.js';

const { sets, rows: table } = parse(readFileSync(new URL('import-boundaries.yaml', import.meta.url), 'utf8'));

/** @type {readonly { readonly from: string, readonly mayImport: readonly string[], readonly mayReexport?: readonly string[], readonly why: string }[]} */
export const boundaries = table.map((row) => ({
  ...row,
  mayImport: row.mayImport.flatMap((pattern) => (pattern.startsWith('$') ? sets[pattern.slice(1)] : pattern)),
}));

const rows = boundaries.map((row) => ({ ...row, file: new RegExp(`^(${expression(row.from)})(?:/.*)?$`) }));

/**
 * Finds the row that an import violates.
 *
 * @param {string} file the path of the importing file in the repository
 * @param {{ readonly target: string, readonly isReexport?: boolean }} imported `target` is a result of importTarget
 * @param {(version: string) => readonly string[] | undefined} [basesOf] returns the versions that the packages of a version extend
 * @returns {{ readonly from?: string, readonly reason: string } | undefined} the row, and why the import is not allowed
 */
export function violation(file, { target, isReexport = false }, basesOf = () => undefined) {
  if (!/^(generators|packages|tools)\//.test(file)) return undefined;
  const row = rows.find((candidate) => candidate.file.test(file));
  if (row === undefined) return { reason: `${file} has no row in tools/lint/import-boundaries.yaml.` };
  const [, own, version] = row.file.exec(file) ?? [];
  const values = { version, base: version && basesOf(version)?.join('|') };
  const allowed = [own, ...row.mayImport, ...(isReexport ? (row.mayReexport ?? []) : [])];
  if (allowed.some((pattern) => covers(pattern, values, target))) return undefined;
  return { from: row.from, reason: `${own} must not import ${target.replace(/:\.$/, '')}. ${row.why}` };
}

function covers(pattern, values, target) {
  // A string that occurs in no path replaces the base of a version that extends none.
  const filled = pattern.replace(/\{(version|base)\}/g, (_, name) => values[name] ?? ' ');
  const below = filled.includes(':') ? '' : '(?:[/:].*)?';
  return new RegExp(`^${expression(filled)}${below}$`).test(target);
}

/** Converts a pattern of the table to a regular expression. */
function expression(pattern) {
  const parts = { '.': '\\.', '(': '(?:', '**': '.*', '*': '[^/:]*', '{version}': '([^/]+)' };
  return pattern.replace(/\{version\}|\*\*|[.(*]/g, (part) => parts[part]);
}

export default {
  meta: {
    type: 'problem',
    docs: { description: 'Imports obey the table of tools/lint/import-boundaries.yaml' },
    messages: { boundary: '{{reason}}' },
    schema: [],
  },
  create(context) {
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      const { repository, versionBases } = context.settings;
      const { file, target } = importTarget(repository, context.filename, source);
      const found = target && violation(file, { target }, (version) => versionBases.get(version));
      if (found !== undefined) context.report({ node, messageId: 'boundary', data: found });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
