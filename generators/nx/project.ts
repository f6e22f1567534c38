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
  ...['pnpm-workspace.yaml', '.yarnrc.yml', 'vendor', '*/*/!(dist|node_modules)'],
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
  const cache = new InputCache(join(workspaceRoot, '.nx', 'workspace-data', 'lading-api-inputs.json'));
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

/** Returns the targets of a configuration, and those of each of its APIs if it has several: `generate-billing`. */
function targetsOf(
  root: string,
  workspace: string,
  { generateTargetName = 'generate', checkTargetName = 'check' }: PluginOptions,
  inputs: readonly InputFiles[] | undefined,
): Readonly<Record<string, Target>> {
  const ofApis = (inputs ?? []).filter(({ api }) => api !== undefined).map((one) => [one.api, [one]] as const);
  const targets = [[undefined, inputs] as const, ...ofApis].flatMap(([api, of]) => {
    const [generate, check] = targetPair(root, workspace, of, api);
    const end = api === undefined ? '' : `-${api}`;
    return [[`${generateTargetName}${end}`, generate] as const, [`${checkTargetName}${end}`, check] as const];
  });
  return Object.fromEntries(targets);
}

/** Returns the target that generates, and the one that checks. @param api the API, if they are those of one of several */
function targetPair(
  root: string,
  workspace: string,
  inputs: readonly InputFiles[] | undefined,
  api?: string,
): readonly [Target, Target] {
  const inWorkspace = (path: string) => {
    const place = relative(workspace, path);
    return leadsOutside(place) ? undefined : `{workspaceRoot}/${place === '' ? '' : place}`;
  };
  const folder = join(workspace, root);
  const outputs = (inputs ?? [{ out: join(folder, 'generated'), apiFolders: [] }]).map((one) => {
    return { out: inWorkspace(one.out), apiFolders: one.apiFolders };
  });
  const read = (inputs ?? []).flatMap(({ files, folders }) => [
    ...files.map(inWorkspace),
    ...folders.map((path) => inWorkspace(join(path, '**/*'))),
  ]);
  const packages = (inputs?.flatMap((one) => one.packages) ?? ['lading']).filter((name) => isInstalled(name, folder));
  const named =
    inputs === undefined
      ? // Its inputs cannot be read: the task prints why.
        ['{projectRoot}/**/*']
      : read.filter((path) => path !== undefined);
  const isInside = outputs.every(({ out }) => out !== undefined);
  const shared = {
    options: { cwd: root },
    // What Nx cannot hash would lead to results that are out of date.
    cache: isInside && read.every((path) => path !== undefined),
    metadata: { technologies: ['lading'], description: '' },
  };
  const all = [...new Set(named), ...(packages.length > 0 ? [{ externalDependencies: [...new Set(packages)] }] : [])];
  const ofApi = api === undefined ? '' : ` --api ${api}`;
  const of = api === undefined ? 'the API' : api;
  return [
    {
      ...shared,
      command: `lading generate${ofApi}`,
      inputs: all,
      ...(isInside && {
        outputs: outputs.flatMap(({ out = '', apiFolders }) => [
          ...generatedFiles.map((path) => `${out}/${path}`),
          ...apiFolders.map((path) => `${out}/${path}/!(dist|node_modules)`),
        ]),
      }),
      metadata: { ...shared.metadata, description: `Generate packages from the documents of ${of}` },
    },
    {
      ...shared,
      command: `lading generate --check${ofApi}`,
      inputs: [...all, ...outputs.flatMap(({ out }) => (out === undefined ? [] : [`${out}/**/*`]))],
      metadata: { ...shared.metadata, description: `Verify that the generated packages of ${of} are up to date` },
    },
  ];
}

/** The state of a file or folder: its time and its size. */
type InputState = readonly [path: string, time: number, size: number];

interface CachedInputs {
  readonly states: readonly InputState[];
  readonly inputs: readonly InputFiles[];
}

/** The inputs of configurations, read again if one of them has changed. */
class InputCache {
  readonly #cached: Readonly<Record<string, CachedInputs>>;
  readonly #used: Record<string, CachedInputs> = {};

  constructor(private readonly file: string) {
    this.#cached = contentOf(file);
  }

  /** Returns undefined if they cannot be read. */
  async get(config: string): Promise<readonly InputFiles[] | undefined> {
    const cached = this.#cached[config];
    if (cached !== undefined && cached.states.every((state) => isEqual(state, stateOf(state[0])))) {
      this.#used[config] = cached;
      return cached.inputs;
    }
    try {
      const inputs = await inputFilesOf(config);
      this.#used[config] = {
        states: inputs.flatMap(({ files, folders }) => [...files, ...folders]).map(stateOf),
        inputs,
      };
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
