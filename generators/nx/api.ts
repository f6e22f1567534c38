/** The generator `nx g lading:api`: writes the configuration of an API, and generates its packages. */
import { spawnSync } from 'node:child_process';
import { parseDocument } from 'yaml';
import { LadingError, isUrl } from '../diagnostics/index.js';
import { join, leadsOutside, relative, resolve } from '../document/path.js';
import { generatorFolder } from '../generate/repository.js';
import { initInTree, jsonIn, jsonText, type EditableTree } from './init.js';

/** The options of `api.schema.json`. */
export interface ApiSchema {
  readonly directory: string;
  readonly document: readonly string[] | string;
  readonly emitter?: readonly string[] | string;
  readonly scope?: string;
  readonly generate?: boolean;
}

/**
 * Writes the configuration, and lets the workspace contain its packages.
 *
 * @returns the function that Nx calls after writing, except in a dry run
 * @throws LadingError if there is a configuration, or no document
 */
export function apiInTree(tree: EditableTree, options: ApiSchema): () => void {
  const { directory, scope, generate = true } = options;
  const folder = relative(tree.root, resolve(tree.root, directory));
  const config = `${folder}/lading.config.json`;
  const wrong = (subject: string, place: string, remedy: string) =>
    new LadingError({ code: 'USAGE', subject, place, remedy });
  if (leadsOutside(folder) || folder === '')
    throw wrong('The folder of an API is a folder in the workspace', directory, 'Name one, such as apis/kiosk');
  if (tree.exists(config)) throw wrong('There is a configuration', config, 'Add the document to it');
  const documents = listOf(options.document).map((document) => {
    if (isUrl(document)) return document;
    const path = relative(tree.root, resolve(tree.root, document));
    if (leadsOutside(path) || !tree.exists(path))
      throw wrong(
        'There is no such document in the workspace',
        document,
        'Copy it into the workspace, or name its URL',
      );
    return relative(folder, path);
  });
  const emitters = listOf(options.emitter ?? 'client');
  const content = { documents, emitters, ...(scope !== undefined && { scope }), workspace: false };
  initInTree(tree);
  tree.write(config, jsonText(content));
  addPackages(tree, `${folder}/generated/*/*`);
  return () => {
    if (!generate) return;
    const launcher = join(generatorFolder, 'cli', 'lading.mjs');
    const { status } = spawnSync(process.execPath, [launcher, 'generate'], {
      cwd: join(tree.root, folder),
      stdio: 'inherit',
    });
    if (status !== 0) throw wrong('The packages were not generated', config, 'Correct what the output names');
    process.stdout.write(
      '\nInstall the links to the new packages: npm install, or the command of your package manager.\n',
    );
  };
}

/** Adds a pattern of packages to the workspace of the package manager. */
function addPackages(tree: EditableTree, pattern: string): void {
  const pnpm = 'pnpm-workspace.yaml';
  if (tree.exists(pnpm)) {
    const list = parseDocument(tree.read(pnpm, 'utf-8') ?? '');
    const { packages = [] } = (list.toJS() ?? {}) as { readonly packages?: readonly string[] };
    if (packages.includes(pattern)) return;
    list.set('packages', [...packages, pattern]);
    return tree.write(pnpm, list.toString());
  }
  const root = jsonIn(tree, 'package.json') as { readonly workspaces?: readonly string[] | WorkspaceList };
  const { workspaces = [] } = root;
  const packages = isList(workspaces) ? workspaces : (workspaces.packages ?? []);
  if (packages.includes(pattern)) return;
  const added = [...packages, pattern];
  tree.write(
    'package.json',
    jsonText({ ...root, workspaces: isList(workspaces) ? added : { ...workspaces, packages: added } }),
  );
}

interface WorkspaceList {
  readonly packages?: readonly string[];
}

function isList(workspaces: readonly string[] | WorkspaceList): workspaces is readonly string[] {
  return Array.isArray(workspaces);
}

function listOf(value: readonly string[] | string): readonly string[] {
  return typeof value === 'string' ? value.split(',') : value;
}
