/** Emits and prints the packages for all versions. */
import { posix } from 'node:path';
import type { OutputFile } from '../../code/index.js';
import { LadingError } from '../../diagnostics/index.js';
import type { ApiEmission, ApiEmitter, ApiRequest, EmbeddedPackage, SymbolsName } from '../../emitter/index.js';
import { compareVersions, type Timeline } from '../../ir/index.js';
import type { Steps } from '../steps.js';
import { keyOf, type PipelineCache } from './cache.js';
import { conversionStep } from './conversion-step.js';
import type { EmitOptions } from './emit-options.js';
import { modulesOf, originOf, type Emitted, type EmittedPackages } from './emit-packages.js';
import { emitterByName, emitTasks, type EmitTask } from './emit-tasks.js';
import { Requests, symbolOf } from './requests.js';

/** An emitter of the configuration, with the folder of its package. */
export interface PlacedApiEmitter {
  readonly emitter: ApiEmitter;
  /** The folder: the output folder, or one below it. */
  readonly folder: string;
  readonly options: object;
}

/** The dependencies of a handwritten package on packages of versions. */
export interface VersionDependencies {
  /** The folder of the handwritten package, below the output folder. */
  readonly folder: string;
  /** The kinds of packages that it depends on. */
  readonly packageKinds: readonly string[];
  /** The packages, with the range for a new dependency. */
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface PrintedApiPackages {
  readonly files: readonly OutputFile[];
  readonly dependencies: readonly VersionDependencies[];
}

type ApiRequestData = Pick<ApiRequest, 'options' | 'naming' | 'head' | 'folder'>;

/** @throws CONFIG_STRUCTURE if one is in the folder of a package of a version */
export async function emitApiPackages(
  timeline: Timeline,
  emitted: EmittedPackages,
  options: EmitOptions,
  { steps, cache }: { readonly steps: Steps; readonly cache: PipelineCache },
): Promise<PrintedApiPackages> {
  const files: OutputFile[] = [];
  const dependencies: VersionDependencies[] = [];
  const { naming, apiEmitters = [], apiHead: head = [] } = options;
  for (const placed of apiEmitters) {
    const { emitter, folder } = placed;
    assertFree(placed, emitted);
    const data: ApiRequestData = { options: placed.options, naming, head, folder };
    const needs = needsOf(emitter, timeline, emitted);
    const embedsOptions = (emitter.embeds ?? []).map((name) => options.options?.[name]);
    const inputs = () => [
      ...[emitter, keyOf({ ...data, embedsOptions }), ...timeline.versions],
      ...Object.values(needs).flatMap((symbols) => [...symbols].flat()),
      ...emitted.packages.map((one) => one.folder),
    ];
    const one = await cache.get(`${emitter.name} ${folder}`, inputs, async () => {
      const embedded = await embeddedOf(emitter, timeline, options);
      const request = { ...requestOf(data, timeline, emitted), needs, embedded } as unknown as ApiRequest;
      const emit = async () => emitter.emit(request);
      const emission = await steps.runAsync('emit', emit, `emitting ${emitter.name}`);
      return { emission, files: await printed(emission, emitter, data, steps) };
    });
    files.push(...one.files);
    const { dependencies: wanted } = one.emission;
    if (wanted !== undefined) dependencies.push({ folder, packageKinds: emitter.needs ?? [], dependencies: wanted });
  }
  return { files, dependencies };
}

function requestOf(data: ApiRequestData, timeline: Timeline, { packages }: EmittedPackages) {
  const { versions } = timeline;
  return {
    ...data,
    timeline: {
      versions,
      step: (wanted: string, ignoresUnknown: boolean) => {
        const described = versions.find(({ version }) => version === wanted);
        const base = versions.find(({ version }) => version === described?.extends)?.api;
        return described && base && conversionStep(described, base, ignoresUnknown);
      },
    },
    symbol: (name: string, module: string, kind?: 'value' | 'type') =>
      symbolOf({ package: data.folder, path: `gen/${module}.ts` }, name, kind),
    from: (owner: string, name: string, kind?: 'value' | 'type') =>
      symbolOf({ package: owner, path: 'gen/index.ts' }, name, kind),
    packages: packages.map(({ emitter: { name }, version, folder }) => ({ emitter: name, version, folder })),
  };
}

/** Returns the symbols by the names of their emitters, and by version, the newest first. */
function needsOf({ needs = [] }: ApiEmitter, { versions }: Timeline, { symbolsOf }: EmittedPackages) {
  const newestFirst = versions.map(({ version }) => version).sort((a, b) => compareVersions(b, a));
  const ofName = (name: SymbolsName) =>
    newestFirst.flatMap((version) => {
      const symbols = symbolsOf(name, version);
      return symbols === undefined ? [] : [[version, symbols] as const];
    });
  return Object.fromEntries(needs.map((name) => [name, new Map(ofName(name))]));
}

/** Returns the packages to embed by version: as if all versions had one. */
async function embeddedOf({ embeds = [] }: ApiEmitter, timeline: Timeline, options: EmitOptions) {
  const embedded: [string, ReadonlyMap<string, EmbeddedPackage>][] = [];
  for (const name of embeds) {
    const tasks = await emitTasks(timeline, { emitters: [await emitterByName(options)(name)] });
    const results = new Map<EmitTask, Emitted>();
    const requests = new Requests(timeline, options, tasks, results);
    const byVersion = new Map<string, EmbeddedPackage>();
    for (const task of tasks) {
      const emission = await task.emitter.emit(requests.of(task));
      const entry = emission.declarations && requests.entryOf(task, emission);
      results.set(task, {
        symbols: emission.symbols,
        retained: emission.retained,
        ...(entry && { entry, origin: entry.origin }),
      });
      if (task.emitter.name !== name) continue;
      // The name of an emitter determines the type of its symbols.
      const symbols = emission.symbols as EmbeddedPackage['symbols'];
      byVersion.set(task.version, { modules: modulesOf(emission, entry), symbols });
    }
    embedded.push([name, byVersion]);
  }
  return Object.fromEntries(embedded);
}

async function printed(
  { modules = [], files = [] }: ApiEmission,
  emitter: ApiEmitter,
  { head, folder }: { readonly head: readonly string[]; readonly folder: string },
  steps: Steps,
): Promise<readonly OutputFile[]> {
  const { printJson, printModule } = await import('../../write/print/index.js');
  const origin = originOf(emitter);
  return steps.run(
    'print',
    () => [
      ...modules.map((module) => printModule({ ...module, ...origin }, { head, folder })),
      ...files
        .map((file) => ({ ...file, ...origin, path: posix.join(folder, file.path) }))
        .map((file) => ('json' in file ? printJson(file) : file)),
    ],
    `printing ${emitter.name}`,
  );
}

function assertFree({ emitter, folder }: PlacedApiEmitter, { packages }: EmittedPackages): void {
  const holder = packages.find((one) => `${folder}/`.startsWith(`${one.folder}/`));
  if (holder === undefined) return;
  throw new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: `The folder of "${emitter.name}" is also the ${holder.emitter.name} package of version ${holder.version}`,
    place: folder,
    remedy: 'Use another folder for the package of all versions',
  });
}
