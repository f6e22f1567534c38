/** The files that a run of `generate` reads: for tools that cache its results. */
import { createRequire } from 'node:module';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { dirname, isAbsolute, join, resolve } from '../document/path.js';
import { apiNames, generateRequest, type GenerateRequestOptions } from './generate-request.js';
import { readInputs } from './generate.js';

/** What the output of an API depends on, and where it is. All paths are absolute. */
export interface InputFiles {
  /** The API, if the configuration has several. */
  readonly api?: string;
  readonly files: readonly string[];
  /** Folders of which every file counts. */
  readonly folders: readonly string[];
  /** Installed packages: the generator, and those that configuration and custom emitters import. */
  readonly packages: readonly string[];
  /** The output folder. */
  readonly out: string;
  /** The folders of packages for all versions, relative to the output folder. */
  readonly apiFolders: readonly string[];
}

/**
 * Reads a configuration and everything that it names, and generates nothing.
 *
 * @param config the path of the configuration
 * @returns the inputs of each of its APIs
 * @throws what `generate` throws for its inputs
 */
export async function inputFilesOf(config: string): Promise<readonly InputFiles[]> {
  // As for a check, no document is fetched.
  const options = { config, check: true } as const;
  const all: InputFiles[] = [];
  for (const api of await apiNames(options)) all.push(await inputsOf(config, { ...options, ...(api && { api }) }));
  return all;
}

async function inputsOf(config: string, options: GenerateRequestOptions): Promise<InputFiles> {
  const read = new Set<string>();
  const request = await generateRequest(options);
  readInputs(request, (path) => read.add(resolve(path)));
  const versioned = [request.emitters, ...request.emittersByVersion.values()].flat();
  const emitters = [...versioned, ...request.apiEmitters.map(({ emitter }) => emitter)];
  const places = emitters.flatMap(({ place }) => place ?? []).map((place) => resolve(place));
  const installed = places.flatMap((place) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(place)?.[1] ?? []);
  const own = places.filter((place) => !place.includes('/node_modules/'));
  const code = await importsOf([config, ...own].filter((file) => !file.endsWith('.json')));
  const paths = [...new Set([resolve(config), ...read, ...code.files])].filter((path) => existsSync(path)).sort();
  const isFolder = (path: string) => statSync(path).isDirectory();
  return {
    ...(request.api !== undefined && { api: request.api }),
    files: paths.filter((path) => !isFolder(path)),
    folders: paths.filter(isFolder),
    packages: [...new Set(['lading', ...code.packages, ...installed])].sort(),
    out: resolve(request.out),
    apiFolders: request.apiEmitters.map(({ folder }) => folder),
  };
}

/** Follows the imports of modules: the files that they reach, and the packages. */
async function importsOf(entries: readonly string[]) {
  const files = new Set<string>();
  const packages = new Set<string>();
  if (entries.length === 0) return { files, packages };
  const { ts } = await import('ts-morph');
  const open = entries.map((path) => resolve(path));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file) || !existsSync(file)) continue;
    files.add(file);
    if (file.endsWith('.json')) continue;
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      if (/^node:/.test(fileName)) continue;
      if (/^\.{0,2}\//.test(fileName)) open.push(...moduleAt(resolve(dirname(file), fileName)));
      else packages.add(/^(@[^/]+\/)?[^/]+/.exec(fileName)?.[0] ?? fileName);
    }
  }
  return { files, packages };
}

/** The file that an import of a path means. */
function moduleAt(path: string): readonly string[] {
  const bare = path.replace(/\.([cm]?)js$/, '.$1ts');
  const tried = [
    bare,
    path,
    ...['.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js'].map((end) => path + end),
  ];
  return tried.filter((one) => existsSync(one) && statSync(one).isFile()).slice(0, 1);
}

/** Whether a package is installed, and not a link into the workspace. */
export function isInstalled(name: string, folder: string): boolean {
  const search = createRequire(pathToFileURL(join(folder, 'package.json'))).resolve.paths(name) ?? [];
  const found = search.map((modules) => join(modules, name)).find((path) => existsSync(path));
  return found !== undefined && isAbsolute(found) && /[\\/]node_modules[\\/]/.test(realpathSync(found));
}
