/** A clone of the repository, as its owner has it: with the installed dependencies and the built packages. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../run/steps.mjs';

/** What a clone does not need; the history is not read by any of the commands. */
const left = new Set(['.git', 'all-versions', 'coverage']);

/** @param {string} folder */
export function clone(folder) {
  for (const name of readdirSync(root)) {
    if (left.has(name)) continue;
    // Links of the workspace remain relative, so that they lead into the clone; times tell which builds are fresh.
    cpSync(join(root, name), join(folder, name), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  }
}

/**
 * Returns the versions of the specification.
 *
 * @returns {{ readonly all: readonly string[], readonly oldest: string, readonly base: string, readonly newest: string }} the oldest first
 */
export function versionsOfSpec() {
  const { root: file, overlays } = parse(readFileSync(join(root, 'spec', 'versions.yaml'), 'utf8'));
  const [base = '', ...others] = [file, ...overlays].map((path) => /v(\d+\.\d+)/.exec(path)?.[1] ?? '');
  const minor = (/** @type {string} */ version) => Number(version.split('.')[1]);
  const all = [base, ...others].sort((one, other) => minor(one) - minor(other));
  return { all, oldest: all[0] ?? '', base, newest: all.at(-1) ?? '' };
}

/**
 * Returns whether handwritten code that follows the newest version, or a test of it, has a name: of a property, a method or an
 * operation. Without what it uses, it does not compile or fails, and whoever adds the version edits it.
 */
export function namesInCode() {
  const code = ['bridge', 'client', 'conversion-hooks', 'migrate', 'server'].map((name) => `packages/${name}/*.ts`);
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const text = execFileSync('git', ['grep', '-h', '', '--', ...code, ':!*/gen/*'], options);
  const names = new Set(text.match(/\w+/g));
  return (/** @type {string} */ name) => (name.includes('.') ? text.includes(`${name}(`) : names.has(name));
}

/** Returns the version after another one. @param {string} version */
export function versionAfter(version) {
  const [major, minor] = version.split('.');
  return `${major}.${Number(minor) + 1}`;
}
