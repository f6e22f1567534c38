/** The requests of emitters, and the keys of their results in the cache. */
import {
  markdownText,
  packageFilesOf,
  packageFolder,
  packageName,
  reexported,
  titleLine,
  type CodeModule,
  type CodeSymbol,
  type EmittedEntry,
  type OutputFile,
  type PackageLicense,
} from '../../code/index.js';
import { LadingError } from '../../diagnostics/index.js';
import type { EmittedContent, EmitterSymbols, VersionEmitter, VersionRequest } from '../../emitter/index.js';
import { compareVersions, type Api, type Timeline } from '../../ir/index.js';
import { keyOf } from './cache.js';
import type { EmitOptions } from './emit-options.js';
import type { Emitted } from './emit-packages.js';
import type { EmitTask } from './emit-tasks.js';

/** The part of a request that is compared by value. */
type RequestData = Omit<VersionRequest, 'api' | 'lineage' | 'needs' | 'extended' | 'base' | 'symbol' | 'from'>;

export class Requests {
  readonly #plans: ReadonlyMap<VersionEmitter, ReadonlyMap<string, unknown> | undefined>;

  /** @param results the results of the tasks that others still use */
  constructor(
    { versions }: Timeline,
    private readonly options: EmitOptions,
    tasks: readonly EmitTask[],
    private readonly results: ReadonlyMap<EmitTask, Emitted>,
  ) {
    const oldestFirst = [...versions].sort((a, b) => compareVersions(a.version, b.version)).map(({ api }) => api);
    const emitters = new Set(tasks.map(({ emitter }) => emitter));
    this.#plans = new Map([...emitters].map((each) => [each, each.plan?.(oldestFirst, this.#optionsOf(each))]));
  }

  of(task: EmitTask): VersionRequest {
    const { lineage, base } = task;
    this.#assertSymbols(task);
    const data = this.data(task);
    return {
      ...data,
      lineage,
      api: lineage.versions[0].api,
      symbol: (name, module, kind) => symbolOf({ package: data.package, path: `gen/${module}.ts` }, name, kind),
      from: (owner, name, kind) => symbolOf({ package: owner, path: 'gen/index.ts' }, name, kind),
      needs: this.#symbolsOf(task.needs),
      extended: this.#symbolsOf(task.needsOfExtended),
      ...(base && { base: { version: base.version, retained: this.results.get(base)?.retained } }),
    };
  }

  data({ emitter, version, lineage }: EmitTask): RequestData {
    const { naming, head } = this.options;
    const [{ api }] = lineage.versions;
    return {
      options: this.#optionsOf(emitter),
      plan: this.#plans.get(emitter)?.get(version),
      naming: { ...naming, license: naming.license ?? packageLicenseOf(api) },
      head: head(version),
      folder: packageFolder(emitter.name, version),
      package: packageName(naming, emitter.name, version),
    };
  }

  /** Returns what identifies the result of a task: the emitter, and the whole request. */
  inputs(task: EmitTask): readonly unknown[] {
    const { emitter, lineage, needs, needsOfExtended, base } = task;
    const used = [...needs, ...needsOfExtended].flatMap((one) => {
      const { symbols, origin, package: emitted } = this.results.get(one) ?? {};
      return [`${one.emitter.name} ${one.version}`, symbols, origin, emitted?.isPackage];
    });
    const { retained, entry, package: emitted } = (base && this.results.get(base)) ?? {};
    const extended = base && [base.version, retained, entry, emitted?.isPackage];
    return [emitter, keyOf(this.data(task)), ...lineage.versions, ...used, ...(extended ?? [])];
  }

  /** Returns the main entry point of a package whose emitter returns declarations, without those of the package that it extends. */
  entryOf(task: EmitTask, { declarations = [], about = {}, manifest }: EmittedContent): EmittedEntry {
    const { package: name } = this.data(task);
    const { description = name } = manifest ?? {};
    const origins = task.needs.flatMap((used) => {
      const { symbols, origin } = this.results.get(used) ?? {};
      return origin ?? (symbols as Partial<EmittedEntry> | undefined)?.origin ?? [];
    });
    const sentence = (text: string) => `${text.replace(/\.$/, '')}.`;
    const content = {
      package: name,
      index: 'gen/index.ts',
      declarations,
      about: (path: string) => sentence(Object.hasOwn(about, path) ? (about[path] ?? '') : description),
      origin: (symbol: CodeSymbol) => {
        for (const origin of origins) {
          const found = origin(symbol);
          if (found !== undefined) return found;
        }
        return undefined;
      },
    };
    const base = task.base && this.results.get(task.base)?.entry;
    const entry = reexported(content, base && [base]);
    return { ...entry, modules: entry.modules.map((module): CodeModule => ({ ...module, isUnformatted: true })) };
  }

  /** Returns the files of a package outside `gen/`, with paths in its folder. */
  packageFilesOf(
    task: EmitTask,
    { manifest, modules, files }: Required<Pick<EmittedContent, 'manifest' | 'modules' | 'files'>>,
  ): readonly OutputFile[] {
    const { emitter, lineage, needs, needsOfExtended, base } = task;
    const [{ api }] = lineage.versions;
    const isPackage = (used: EmitTask) => this.results.get(used)?.package?.isPackage === true;
    const needed = needs.filter(({ emitter: { name } }) => emitter.needs?.some((each) => each === name));
    const references = [...needed, ...needsOfExtended]
      .filter(isPackage)
      .map((used) => ({ kind: used.emitter.name, version: used.version }));
    const { retained, entry } = (base && this.results.get(base)) ?? {};
    return packageFilesOf(manifest, {
      kind: emitter.name,
      naming: this.data(task).naming,
      api,
      // A package refers to that of the extended version only through what that one has left.
      ...(base && isPackage(base) && (retained ?? entry) !== undefined && { extends: base.version }),
      needs: references.sort((a, b) => compareVersions(a.version, b.version)),
      isCode: modules.length > 0,
      hasData: files.some(({ path }) => path.startsWith('gen/') && !path.endsWith('.ts')),
    });
  }

  /** @throws EMITTER_STRUCTURE if an emitter offers no symbols to one that needs them */
  #assertSymbols({ emitter: { name, needs: declared = [] }, version, needs }: EmitTask): void {
    const isMissing = (used: EmitTask) => this.results.get(used)?.symbols === undefined;
    const without = needs.find((used) => declared.some((each) => each === used.emitter.name) && isMissing(used));
    if (without === undefined) return;
    const { name: offering, place = 'the generator' } = without.emitter;
    throw new LadingError({
      code: 'EMITTER_STRUCTURE',
      subject: `The output of the emitter "${offering}" for version ${version} is invalid: it has no "symbols", which the emitter "${name}" needs`,
      place,
      remedy: 'Return "symbols" from "emit"',
    });
  }

  #symbolsOf(tasks: readonly EmitTask[]): Partial<EmitterSymbols> {
    return Object.fromEntries(tasks.map((task) => [task.emitter.name, this.results.get(task)?.symbols]));
  }

  #optionsOf({ name }: VersionEmitter): object {
    return this.options.options?.[name] ?? {};
  }
}

/** Returns a symbol of a module. */
export function symbolOf(home: CodeSymbol['home'], name: string, kind: 'value' | 'type' = 'value'): CodeSymbol {
  return { name, home, ...(kind === 'value' && { value: true }) };
}

/** Returns the license that the document names; false if it names none. */
function packageLicenseOf({ license }: Api): PackageLicense | false {
  if (license === undefined) return false;
  const { name, identifier, url } = license;
  const shown = markdownText(titleLine(identifier ?? name));
  if (identifier !== undefined) return { value: identifier, text: shown };
  // npm refuses other names.
  const text = url === undefined ? shown : `${shown}, ${markdownText(titleLine(url))}`;
  return { value: 'SEE LICENSE IN README.md', text };
}
