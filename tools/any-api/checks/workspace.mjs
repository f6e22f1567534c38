/** A generated workspace as one program: its packages by name, resolved to their sources. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lading, repository } from '../places.mjs';
import { limitedRun } from './limited-run.mjs';

/** @typedef {{ readonly name: string, readonly folder: string, readonly exports: Readonly<Record<string, unknown>> }} Package */

/** @param {string} folder @returns {Package[]} the packages with sources */
export function packagesIn(folder) {
  // Without the types of its entries, it would enter the link to the installed packages, which takes longer than a compilation.
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(({ name }) => name === 'tsconfig.json')
    .map(({ parentPath }) => parentPath)
    .filter((path) => existsSync(join(path, 'package.json')) && existsSync(join(path, 'gen')))
    .map((path) => {
      const { name, exports } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      return { name, folder: path, exports };
    });
}

/** The folders of packages, or empty texts for those that are missing. @param {string} folder @param {readonly string[]} ends of their names, or the beginnings of these: `client-` */
export function foldersOf(folder, ...ends) {
  const packages = packagesIn(folder);
  return ends.map((end) => packages.find(({ name }) => name.includes(`/${end}`))?.folder ?? '');
}

/** Generates packages, in a process of their own. @param {readonly string[]} paths of documents @param {string} out @param {readonly string[]} flags */
export function generate(paths, out, flags, run = limitedRun) {
  const documents = paths.flatMap((path) => ['--document', path]);
  return run([lading, 'generate', '--quiet', ...documents, '--out', out, ...flags]);
}

/** Generates packages that must be generated. Returns the project of all, and the entries of each. @param {string} out @param {readonly string[]} paths @param {readonly string[]} flags */
export async function generatedIn(out, paths, flags) {
  const { failure } = await generate(paths, out, flags);
  if (failure !== undefined) throw new Error(failure);
  const entry = (/** @type {string} */ end) => entryOf(foldersOf(out, end)[0] ?? '');
  return { tsconfig: writeProject(out), entry };
}

/** The entry of a package. @param {string} folder */
export const entryOf = (folder) => join(folder, 'gen', 'index.ts');

/** Every strict flag of the compiler. */
const strictFlags = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
};

/** Writes the project that compiles all packages at once. @param {string} folder @returns {string} its path */
export function writeProject(folder) {
  const packages = packagesIn(folder);
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022'],
    types: ['node'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    noEmit: true,
    skipLibCheck: true,
    ...strictFlags,
    paths: Object.fromEntries(packages.flatMap(pathsOf)),
  };
  const project = join(folder, 'tsconfig.any-api.json');
  mkdirSync(folder, { recursive: true });
  const include = packages.map((each) => join(each.folder, 'gen'));
  writeFileSync(project, JSON.stringify({ compilerOptions, include }));
  return project;
}

/** @param {Package} pack @returns {[string, string[]][]} */
function pathsOf({ name, folder, exports }) {
  return Object.entries(exports).flatMap(([entry, target]) => {
    const built = typeof target === 'string' ? target : /** @type {{ default?: string }} */ (target).default;
    if (built?.startsWith('./dist/') !== true) return [];
    const source = join(folder, 'gen', built.slice('./dist/'.length).replace(/\.js$/, '.ts'));
    return [[`${name}${entry.slice(1)}`, [source]]];
  });
}
