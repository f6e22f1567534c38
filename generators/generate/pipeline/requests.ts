/** The requests of emitters, and the keys of their results in the cache. */
import { markdownText, packageFolder, titleLine, type PackageLicense } from '../../code/index.js';
import type { Emission, EmitterSymbols, VersionEmitter, VersionRequest } from '../../emitter/index.js';
import { compareVersions, type Api, type Timeline } from '../../ir/index.js';
import { keyOf } from './cache.js';
import type { EmitOptions } from './emit-options.js';
import type { EmitTask } from './emit-tasks.js';

/** The part of a request that is compared by value. */
type RequestData = Omit<VersionRequest, 'api' | 'lineage' | 'needs' | 'extended' | 'base'>;

export class Requests {
  readonly #plans: ReadonlyMap<VersionEmitter, ReadonlyMap<string, unknown> | undefined>;

  /** @param results the results of the tasks that others still use */
  constructor(
    { versions }: Timeline,
    private readonly options: EmitOptions,
    tasks: readonly EmitTask[],
    private readonly results: ReadonlyMap<EmitTask, Pick<Emission, 'symbols' | 'retained'>>,
  ) {
    const oldestFirst = [...versions].sort((a, b) => compareVersions(a.version, b.version)).map(({ api }) => api);
    const emitters = new Set(tasks.map(({ emitter }) => emitter));
    this.#plans = new Map([...emitters].map((each) => [each, each.plan?.(oldestFirst, this.#optionsOf(each))]));
  }

  of(task: EmitTask): VersionRequest {
    const { lineage, base } = task;
    return {
      ...{ ...this.data(task), lineage, api: lineage.versions[0].api },
      // An emitter names what it needs, and its type has no other symbols.
      needs: this.#symbolsOf(task.needs) as EmitterSymbols,
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
    };
  }

  /** Returns what identifies the result of a task: the emitter, and the whole request. */
  inputs(task: EmitTask): readonly unknown[] {
    const { emitter, lineage, needs, needsOfExtended, base } = task;
    const symbols = [...needs, ...needsOfExtended].flatMap((used) => [
      `${used.emitter.name} ${used.version}`,
      this.results.get(used)?.symbols,
    ]);
    const retained = base && [base.version, this.results.get(base)?.retained];
    return [emitter, keyOf(this.data(task)), ...lineage.versions, ...symbols, ...(retained ?? [])];
  }

  #symbolsOf(tasks: readonly EmitTask[]): Partial<EmitterSymbols> {
    return Object.fromEntries(tasks.map((task) => [task.emitter.name, this.results.get(task)?.symbols]));
  }

  #optionsOf({ name }: VersionEmitter): object {
    return this.options.options?.[name] ?? {};
  }
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
