/** The steps from a timeline to the text of every file: emit, print. */
import type { OutputFile } from '../../code/index.js';
import type { Timeline } from '../../ir/index.js';
import type { Steps } from '../steps.js';
import { SingleRun, type PipelineCache } from './cache.js';
import { emitApiPackages, type VersionDependencies } from './emit-api-packages.js';
import type { EmitOptions } from './emit-options.js';
import { emitPackages, type PrintedPackage } from './emit-packages.js';
import { workspaceFiles } from './workspace-files.js';

/** The text of every generated file, and the dependencies of handwritten packages. */
export interface Output {
  readonly files: readonly OutputFile[];
  readonly dependencies: readonly VersionDependencies[];
}

export async function outputOf(
  timeline: Timeline,
  options: EmitOptions,
  steps: Steps,
  cache: PipelineCache = new SingleRun(),
): Promise<Output> {
  const lasting = (options.apiEmitters ?? []).flatMap(({ emitter: { needs = [] } }): readonly string[] => needs);
  const emitted = await emitPackages(timeline, options, { steps, cache, lasting });
  const { packages } = emitted;
  const workspace = options.workspace ? workspaceOf(packages, options) : [];
  const printed = await emitApiPackages(timeline, emitted, options, { steps, cache });
  return {
    files: [...workspace, ...packages.flatMap(({ files }) => files), ...printed.files],
    dependencies: printed.dependencies,
  };
}

/** Returns the text of every generated file. */
export async function filesOf(...inputs: Parameters<typeof outputOf>): Promise<readonly OutputFile[]> {
  return (await outputOf(...inputs)).files;
}

function workspaceOf(packages: readonly PrintedPackage[], { naming, vendoredOf }: EmitOptions): readonly OutputFile[] {
  const placed = packages
    .filter(({ isPackage }) => isPackage)
    .map(({ emitter: { name }, version, folder, isCode, globals }) => {
      return { kind: name, version, folder, isCode, ...(globals.includes('node') && ({ needsNode: true } as const)) };
    });
  return workspaceFiles(naming, placed, vendoredOf?.(dependenciesOf(packages)));
}

/** The names of all packages that the printed ones depend on. */
function dependenciesOf(packages: readonly PrintedPackage[]): ReadonlySet<string> {
  const manifests = packages.flatMap(({ files, folder }) =>
    files.filter(({ path }) => path === `${folder}/package.json`),
  );
  return new Set(manifests.flatMap(({ text }) => Object.keys((JSON.parse(text) as Dependent).dependencies ?? {})));
}

/** What a package.json says about dependencies. */
interface Dependent {
  readonly dependencies?: Readonly<Record<string, string>>;
}
