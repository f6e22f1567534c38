/** The plugin of Nx: configurations → projects with the targets `generate` and `check`. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, leadsOutside, relative } from '../document/path.js';
import { inputFilesOf, isInstalled, type InputFiles } from '../generate/input-files.js';

/** The options of the plugin in nx.json. */
export interface PluginOptions {
  /** @default 'generate' */
  readonly generateTargetName?: string;
  /** @default 'check' */
  readonly checkTargetName?: string;
}

/** As much as is used of a target of Nx. */
export interface Target {
  readonly command: string;
  readonly options: { readonly cwd: string };
  readonly cache: boolean;
  readonly inputs: readonly (string | { readonly externalDependencies: readonly string[] })[];
  readonly outputs?: readonly string[];
  readonly metadata: { readonly technologies: readonly string[]; readonly description: string };
}

/** A project by its folder in the workspace. */
export interface InferredProjects {
  readonly projects: Readonly<
    Record<
      string,
      { readonly name?: string; readonly root: string; readonly targets: Readonly<Record<string, Target>> }
    >
  >;
}

/** What is generated into the output folder, without what is built or installed there. */
const generatedFiles = [
  ...['.lading.sha256', '.gitattributes', '.gitignore', 'README.md', 'package.json', 'tsconfig.json'],
  ...['pnpm-workspace.yaml', 'vendor', '*/*/!(dist|node_modules)'],
];

/**
 * Returns the projects of the configurations, as `createNodesV2` does.
 *
 * @param configFiles their paths in the workspace
 */
export async function projectsOf(
  configFiles: readonly string[],
  options: PluginOptions | undefined,
  { workspaceRoot }: { readonly workspaceRoot: string },
): Promise<readonly (readonly [string, InferredProjects])[]> {
  const cache = new InputCache(join(workspaceRoot, '.nx', 'workspace-data', 'lading-inputs.json'));
  const roots = configFiles.map(dirname);
  const projects: (readonly [string, InferredProjects])[] = [];
  for (const file of configFiles) {
    const root = dirname(file);
    const folder = join(workspaceRoot, root);
    const hasName = ['package.json', 'project.json'].some((name) => existsSync(join(folder, name)));
    const isAlone = roots.filter((other) => basename(other) === basename(root)).length === 1;
    const name = isAlone ? basename(root) : root.replaceAll('/', '-');
    const targets = targetsOf(root, workspaceRoot, options ?? {}, await cache.get(join(workspaceRoot, file)));
    projects.push([file, { projects: { [root]: { root, targets, ...(!hasName && { name }) } } }]);
  }
  cache.write();
  return projects;
}

function targetsOf(
  root: string,
  workspace: string,
  { generateTargetName = 'generate', checkTargetName = 'check' }: PluginOptions,
  inputs: InputFiles | undefined,
): Readonly<Record<string, Target>> {
  const inWorkspace = (path: string) => {
    const place = relative(workspace, path);
    return leadsOutside(place) ? undefined : `{workspaceRoot}/${place === '' ? '' : place}`;
  };
  const folder = join(workspace, root);
  const out = inWorkspace(inputs?.out ?? join(folder, 'generated'));
  const read = [
    ...(inputs?.files ?? []).map(inWorkspace),
    ...(inputs?.folders ?? []).map((path) => inWorkspace(join(path, '**/*'))),
  ];
  const packages = (inputs?.packages ?? ['lading']).filter((name) => isInstalled(name, folder));
  const named =
    inputs === undefined
      ? // Its inputs cannot be read: the task prints why.
        ['{projectRoot}/**/*']
      : read.filter((path) => path !== undefined);
  const shared = {
    options: { cwd: root },
    // What Nx cannot hash would lead to results that are out of date.
    cache: out !== undefined && read.every((path) => path !== undefined),
    metadata: { technologies: ['lading'], description: '' },
  };
  const all = [...named, ...(packages.length > 0 ? [{ externalDependencies: packages }] : [])];
  return {
    [generateTargetName]: {
      ...shared,
      command: 'lading generate',
      inputs: all,
      ...(out !== undefined && {
        outputs: [
          ...generatedFiles.map((path) => `${out}/${path}`),
          ...(inputs?.apiFolders ?? []).map((path) => `${out}/${path}/!(dist|node_modules)`),
        ],
      }),
      metadata: { ...shared.metadata, description: 'Generate packages from the documents of the API' },
    },
    [checkTargetName]: {
      ...shared,
      command: 'lading generate --check',
      inputs: [...all, ...(out === undefined ? [] : [`${out}/**/*`])],
      metadata: { ...shared.metadata, description: 'Verify that the generated packages are up to date' },
    },
  };
}

/** The state of a file or folder: its time and its size. */
type InputState = readonly [path: string, time: number, size: number];

interface CachedInputs {
  readonly states: readonly InputState[];
  readonly inputs: InputFiles;
}

/** The inputs of configurations, read again if one of them has changed. */
class InputCache {
  readonly #cached: Readonly<Record<string, CachedInputs>>;
  readonly #used: Record<string, CachedInputs> = {};

  constructor(private readonly file: string) {
    this.#cached = contentOf(file);
  }

  /** Returns undefined if they cannot be read. */
  async get(config: string): Promise<InputFiles | undefined> {
    const cached = this.#cached[config];
    if (cached !== undefined && cached.states.every((state) => isEqual(state, stateOf(state[0])))) {
      this.#used[config] = cached;
      return cached.inputs;
    }
    try {
      const inputs = await inputFilesOf(config);
      this.#used[config] = { states: [...inputs.files, ...inputs.folders].map(stateOf), inputs };
      return inputs;
    } catch {
      return undefined;
    }
  }

  write(): void {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(this.#used));
  }
}

function contentOf(file: string): Readonly<Record<string, CachedInputs>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, CachedInputs>;
  } catch {
    return {};
  }
}

function stateOf(path: string): InputState {
  const state = statSync(path, { throwIfNoEntry: false });
  return [path, state?.mtimeMs ?? 0, state?.size ?? 0];
}

function isEqual(one: InputState, other: InputState): boolean {
  return one[1] === other[1] && one[2] === other[2];
}
