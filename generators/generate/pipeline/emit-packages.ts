/** Emits and prints the packages of all versions. */
import { posix } from 'node:path';
import type { CodeModule, EmittedEntry, JsonFile, OutputFile } from '../../code/index.js';
import type { Emission, EmitterSymbols, VersionEmitter } from '../../emitter/index.js';
import type { Timeline } from '../../ir/index.js';
import type { Steps } from '../steps.js';
import type { PipelineCache } from './cache.js';
import type { EmitOptions } from './emit-options.js';
import { byKind, emitTasks, usesOf, type EmitTask } from './emit-tasks.js';
import { Requests } from './requests.js';

/** A package with the text of its files. */
export interface PrintedPackage {
  readonly emitter: VersionEmitter;
  readonly version: string;
  /** Its folder, below the output folder. */
  readonly folder: string;
  /** Whether it has a package.json. Without one, its files are all that is generated. */
  readonly isPackage: boolean;
  /** Whether it contains code to compile. */
  readonly isCode: boolean;
  /** The packages with global types that its code needs. */
  readonly globals: readonly string[];
  readonly files: readonly OutputFile[];
}

/** A printed package, and what packages after it refer to. */
export type Emitted = Pick<Emission, 'symbols' | 'retained'> & {
  readonly package?: PrintedPackage;
  /** Its declarations, some of which packages that extend it re-export. */
  readonly entry?: EmittedEntry;
  /** Returns where a symbol that its declarations mention is declared. */
  readonly origin?: EmittedEntry['origin'];
};

/** The packages, and the symbols that outlive them. */
export interface EmittedPackages {
  readonly packages: readonly PrintedPackage[];
  /** Returns the symbols of an emitter for a version. */
  readonly symbolsOf: <Name extends keyof EmitterSymbols>(
    name: Name,
    version: string,
  ) => EmitterSymbols[Name] | undefined;
}

/**
 * Prints the packages of all versions.
 *
 * @param lasting the emitters whose symbols are needed afterwards
 */
export async function emitPackages(
  timeline: Timeline,
  options: EmitOptions,
  {
    steps,
    cache,
    lasting,
  }: { readonly steps: Steps; readonly cache: PipelineCache; readonly lasting: readonly string[] },
): Promise<EmittedPackages> {
  const wanted = await emitTasks(timeline, options);
  const tasks = byKind(wanted);
  const packages = new Map<EmitTask, PrintedPackage>();
  const lastingSymbols = new Map<string, unknown>();
  // The declarations of a large document take more memory than all else: they are held only while a package needs them.
  const held = new Map<EmitTask, Emitted>();
  const lastUses = new Map(tasks.flatMap((task) => usesOf(task).map((used) => [used, task])));
  const lastExtensions = new Map(tasks.flatMap((task) => (task.base ? [[task.base, task]] : [])));
  const requests = new Requests(timeline, options, tasks, held);
  // A function for each package, since a loop would hold the last one until the next one is emitted.
  const run = async (task: EmitTask) => {
    const { emitter, version } = task;
    const release = () => {
      const { base } = task;
      if (base && lastExtensions.get(base) === task) held.set(base, withoutDeclarations(held.get(base)));
      for (const used of usesOf(task)) if (lastUses.get(used) === task) held.delete(used);
    };
    const emit = () => emitted(task, requests, { steps, release, cache });
    const one = await cache.get(`${emitter.name} ${version}`, () => requests.inputs(task), emit);
    release();
    if (one.package !== undefined) packages.set(task, one.package);
    if (lasting.includes(emitter.name)) lastingSymbols.set(`${emitter.name} ${version}`, one.symbols);
    if (lastUses.has(task)) held.set(task, lastExtensions.has(task) ? one : withoutDeclarations(one));
  };
  for (const task of tasks) await run(task);
  return {
    packages: wanted.flatMap((task) => packages.get(task) ?? []),
    // The name of an emitter determines the type of its symbols.
    symbolsOf: (name, version) => lastingSymbols.get(`${name} ${version}`) as EmitterSymbols[typeof name] | undefined,
  };
}

/** Returns what packages of other kinds use. */
function withoutDeclarations({ symbols, origin, package: printed }: Emitted = {}): Emitted {
  return { symbols, ...(origin && { origin }), ...(printed && { package: printed }) };
}

interface Emitting {
  readonly steps: Steps;
  /** Called when the results that the package refers to are not needed any more. */
  readonly release: () => void;
  readonly cache: PipelineCache;
}

async function emitted(task: EmitTask, requests: Requests, { steps, release, cache }: Emitting): Promise<Emitted> {
  const { emitter, version } = task;
  const name = `${emitter.name}-v${version}`;
  const emit = async () => emitter.emit(requests.of(task));
  const emission = await steps.runAsync('emit', emit, `emitting ${name}`);
  const { modules, files, manifest, declarations, symbols, retained } = emission;
  const entry = declarations && requests.entryOf(task, emission);
  const all = modulesOf(emission, entry).map((module) => ({ ...module, ...originOf(emitter) }));
  const beside =
    manifest === undefined ? [] : requests.packageFilesOf(task, { manifest, modules: all, files: files ?? [] });
  release();
  const results = { symbols, retained, ...(entry && { entry, origin: entry.origin }) };
  if ((modules ?? files ?? declarations ?? manifest) === undefined) return results;
  const { folder, head } = requests.data(task);
  const { globals = [] } = manifest ?? {};
  const placed = { emitter, version, folder, isPackage: manifest !== undefined, isCode: all.length > 0, globals };
  // Loaded only when something is emitted: the printer is half of a run's cost.
  const { printJson, printModule } = await import('../../write/print/index.js');
  // An edit changes few files of a package: the others are not printed again.
  const printIfChanged = <File extends CodeModule | JsonFile>(file: File, print: (file: File) => OutputFile) =>
    cache.getSync(
      `${folder} ${file.path}`,
      () => [JSON.stringify([file, head])],
      () => print(file),
    );
  const print = () => [
    ...all.map((module) => printIfChanged(module, () => printModule(module, { head, folder }))),
    ...[...(files ?? []), ...beside]
      .map((file) => ({ ...file, ...originOf(emitter), path: posix.join(folder, file.path) }))
      .map((file) => ('json' in file ? printIfChanged(file, printJson) : file)),
  ];
  return { ...results, package: { ...placed, files: steps.run('print', print, `printing ${name}`) } };
}

/** Returns all modules of a package. */
export function modulesOf({ modules = [] }: Emission, entry?: EmittedEntry): readonly CodeModule[] {
  return [...modules, ...(entry?.modules ?? [])];
}

/** Returns the origin of the files of a custom emitter, which errors name. */
export function originOf({ name, place }: Pick<VersionEmitter, 'name' | 'place'>): Pick<CodeModule, 'emitter'> {
  return place === undefined ? {} : { emitter: { kind: name, place } };
}
