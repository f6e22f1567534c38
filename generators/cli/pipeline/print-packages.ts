/** Emits and prints the packages of all versions. */
import { noProse, type OutputFile } from '../../code/index.js';
import type { Timeline } from '../../ir/index.js';
import type { Kind, Package, VersionToMake } from '../kinds/kind.js';
import type { Steps } from '../steps.js';
import type { PipelineCache } from './cache.js';
import type { EmitOptions } from './emit-options.js';

/** A package with the text of its files. */
export interface PrintedPackage {
  readonly kind: Kind;
  readonly version: string;
  readonly package: Package;
  readonly files: readonly OutputFile[];
}

/** Prints the packages of all versions, each after those that it is built on. */
export async function printPackages(
  { versions }: Timeline,
  options: EmitOptions,
  steps: Steps,
  cache: PipelineCache,
): Promise<readonly PrintedPackage[]> {
  // Loaded only when something is emitted: the printer is half of a run's cost.
  const { emitOpenapi } = await import('../../emit/openapi/index.js');
  const { naming, paths, prose = noProse } = options;
  const packages: PrintedPackage[] = [];
  for (const described of versions) {
    const { version, extends: base } = described;
    const baseApi = versions.find((other) => other.version === base)?.api;
    const openapi = once(() => emitOpenapi(described.api));
    const head = options.head(version);
    for (const kind of inOrder(wantedKinds(version, versions, options))) {
      // A package can ask for these and for no others, so they are all that the cache has to compare.
      const kinds = [kind, ...kind.needs, ...(kind.after ?? [])];
      const available = [version, base].flatMap((of) =>
        kinds.map((one) => packages.find((each) => each.kind === one && each.version === of)),
      );
      // What a kind made is of the type that the kind says.
      const made = <Made extends Package>(wanted: Kind<Made>, of = version) =>
        available.find((one) => one?.kind === wanted && one.version === of)?.package as Made | undefined;
      const print = () =>
        printed(kind, { described, ...(baseApi && { baseApi }), naming, head, paths, prose, openapi, made }, steps);
      // The base is part of what describes a version.
      const inputs = [kind, described, JSON.stringify([naming, head, paths, prose]), ...available];
      const one = await (kind.isPure === true ? cache.get(`${kind.name} ${version}`, inputs, print) : print());
      if (one !== undefined) packages.push(one);
    }
  }
  return packages;
}

/** @returns undefined if the version has no package of the kind */
async function printed(kind: Kind, version: VersionToMake, steps: Steps): Promise<PrintedPackage | undefined> {
  const name = `${kind.name}-v${version.described.version}`;
  const made = await steps.runAsync('emit', async () => kind.make(version), `emitting ${name}`);
  if (made === undefined) return undefined;
  const { printModule } = await import('../../write/print/index.js');
  const { folder, modules, files } = made;
  const { described, head } = version;
  const code = steps.run(
    'print',
    () => modules.map((module) => printModule(module, { head, folder })),
    `printing ${name}`,
  );
  return { kind, version: described.version, package: made, files: [...code, ...files] };
}

/** The kinds of packages that are wanted of a version, and those that the packages of the versions that extend it need. */
function wantedKinds(
  version: string,
  versions: Timeline['versions'],
  { kinds, kindsByVersion }: EmitOptions,
): readonly Kind[] {
  const wantedOf = (of: string) => kindsByVersion?.get(of) ?? kinds;
  const extending = versions.filter((other) => other.extends === version);
  const needed = extending.flatMap((other) => wantedOf(other.version).flatMap(({ needsOfBase = [] }) => needsOfBase));
  return [...wantedOf(version), ...needed];
}

/** The kinds and those that they need, each after those that it is built on. */
function inOrder(wanted: readonly Kind[]): readonly Kind[] {
  const all = new Set<Kind>();
  const add = (kind: Kind): void => {
    kind.needs.forEach(add);
    kind.after?.filter((other) => wanted.includes(other)).forEach(add);
    all.add(kind);
  };
  wanted.forEach(add);
  return [...all];
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
