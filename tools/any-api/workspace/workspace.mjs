/** A generated workspace as one program: its packages by name, resolved to their sources. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { firstError } from '../processes/in-process.mjs';
import { repository } from '../places.mjs';

/** @typedef {{ name: string, folder: string, exports: Readonly<Record<string, any>> }} Package */

/** @param {string} folder @returns {Package[]} the packages with sources */
export function packagesIn(folder) {
  // Without the types of its entries, it would enter the link to the installed packages, which takes longer than a compilation.
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(({ name }) => name === 'tsconfig.json')
    .map(({ parentPath }) => parentPath)
    .filter((path) => existsSync(join(path, 'package.json')) && existsSync(join(path, 'gen')))
    .map((path) => ({ ...JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')), folder: path }));
}

/** The folders of packages, or empty texts for those that are missing. @param {string} folder @param {readonly string[]} ends of their names, or the beginnings of these: `client-` */
export function foldersOf(folder, ...ends) {
  const packages = packagesIn(folder);
  return ends.map((end) => packages.find(({ name }) => name.includes(`/${end}`))?.folder ?? '');
}

/** What the docs package of a workspace has. @param {string} folder @param {string} file */
export const docsFile = (folder, file) => join(foldersOf(folder, 'contract-')[0], '..', 'docs', 'gen', file);

/** The entry of a package. @param {string} folder */
export const entryOf = (folder) => join(folder, 'gen', 'index.ts');

/** What this repository's own settings lack of the strict flags of the compiler. */
const strict = {
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  erasableSyntaxOnly: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
};

/** Writes the project that compiles all packages at once. @param {string} folder @returns {string} its path */
export function writeProject(folder) {
  const packages = packagesIn(folder);
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const output = { noEmit: true, declaration: false, incremental: false };
  const paths = Object.fromEntries(packages.flatMap(pathsOf));
  const compilerOptions = { target: 'ES2022', lib: ['ES2022'], ...output, ...strict, paths };
  const project = join(folder, 'tsconfig.any-api.json');
  mkdirSync(folder, { recursive: true });
  const include = packages.map((each) => join(each.folder, 'gen'));
  const settings = { extends: join(repository, 'tsconfig.base.json'), compilerOptions, include };
  writeFileSync(project, JSON.stringify(settings));
  return project;
}

/** @param {Package} pack */
function pathsOf({ name, folder, exports }) {
  return Object.entries(exports).flatMap(([entry, target]) => {
    const built = typeof target === 'string' ? target : target.default;
    if (built?.startsWith('./dist/') !== true) return [];
    const source = join(folder, 'gen', built.slice('./dist/'.length).replace(/\.js$/, '.ts'));
    return [[`${name}${entry.slice(1)}`, [source]]];
  });
}

/** A module that returns the path of the native compiler: its launcher takes as long as the compilation. */
const compilerModule = join(repository, 'node_modules', 'typescript7', 'lib', 'getExePath.js');

/** Compiles all packages as one program. @param {string} workspace @returns {Promise<string | undefined>} the first error */
export async function compileErrorOf(workspace) {
  const { default: compilerPath } = await import(pathToFileURL(compilerModule).href);
  const args = ['-p', writeProject(workspace), '--pretty', 'false', '--singleThreaded'];
  return new Promise((resolve) => {
    execFile(compilerPath(), args, { cwd: workspace, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve(error === null ? undefined : firstError(stdout + stderr) || error.message),
    );
  });
}
