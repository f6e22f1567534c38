/** The generator `nx g lading:init`, which `nx add lading` runs: registers the plugin in nx.json. */
import { LadingError } from '../diagnostics/index.js';

/** As much as is used of Nx's `Tree`. */
export interface EditableTree {
  readonly root: string;
  exists(path: string): boolean;
  read(path: string, encoding: 'utf-8'): string | null;
  write(path: string, text: string): void;
}

const plugin = 'lading/nx';

interface NxJson {
  readonly plugins?: readonly (string | { readonly plugin: string })[];
  readonly targetDefaults?: Readonly<Record<string, object>>;
}

/** How generated packages are built: each after those that it imports. */
const build = {
  dependsOn: ['^build'],
  inputs: ['{projectRoot}/**/*', '!{projectRoot}/dist/**/*', '^default'],
  outputs: ['{projectRoot}/dist'],
  cache: true,
};

/**
 * Adds the plugin to nx.json if it is not there, and how packages are built unless that is said.
 *
 * @throws LadingError if nx.json is no JSON
 */
export function initInTree(tree: EditableTree): void {
  const json = jsonIn(tree, 'nx.json') as NxJson;
  const { plugins = [], targetDefaults = {} } = json;
  const isThere = plugins.some((one) => (typeof one === 'string' ? one : one.plugin) === plugin);
  if (isThere && 'build' in targetDefaults) return;
  const all = isThere ? plugins : [...plugins, { plugin }];
  tree.write('nx.json', jsonText({ ...json, plugins: all, targetDefaults: { build, ...targetDefaults } }));
}

/** Reads a JSON file of the workspace; `{}` if there is none. */
export function jsonIn(tree: EditableTree, path: string): object {
  const text = tree.exists(path) ? tree.read(path, 'utf-8') : null;
  try {
    return JSON.parse(text ?? '{}') as object;
  } catch {
    throw new LadingError({ code: 'READ_SYNTAX', subject: 'The file is not JSON', place: path, remedy: 'Correct it' });
  }
}

export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
