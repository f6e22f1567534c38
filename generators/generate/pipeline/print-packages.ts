/** Emits and prints the packages of all versions. */
import {
  markdownText,
  noProse,
  titleLine,
  type CodeModule,
  type JsonFile,
  type OutputFile,
  type PackageLicense,
} from '../../code/index.js';
import { compareVersions, type Api, type Timeline, type TimelineVersion } from '../../ir/index.js';
import { kindsOfVersion } from '../config/kinds-by-version.js';
import type { Kind, Package, VersionToMake } from '../kinds/kind.js';
import type { Steps } from '../steps.js';
import { keyOf, type PipelineCache } from './cache.js';
import type { EmitOptions } from './emit-options.js';

/** A package with the text of its files. */
export interface PrintedPackage {
  readonly kind: Kind;
  readonly version: string;
  readonly package: Pick<Package, 'folder' | 'isComplete'>;
  readonly files: readonly OutputFile[];
}

/** What a package depends on besides the versions and other packages. */
type Settings = Omit<VersionToMake, 'described' | 'ancestors' | 'openapi' | 'alreadyEmitted'>;

/** A printed package with the declarations that packages after it refer to. */
interface DeclaredPackage extends PrintedPackage {
  readonly package: Package;
}

/** Prints the packages of all versions, each after those that it depends on. */
export async function printPackages(
  { versions }: Timeline,
  options: EmitOptions,
  steps: Steps,
  cache: PipelineCache,
): Promise<readonly PrintedPackage[]> {
  // Loaded only when something is emitted: the printer is half of a run's cost.
  const { emitOpenapi } = await import('../../emit/openapi/index.js');
  const { identifiersByVersion } = await import('../../emit/types/index.js');
  const {
    naming: namingOfAll,
    clientRuntime = 'fetch',
    serverDialect = 'standard',
    conversionHooks,
    docsBuild,
    paths,
    prose = noProse,
    isPrinted = true,
  } = options;
  const oldestFirst = [...versions].sort((a, b) => compareVersions(a.version, b.version));
  const identifiers = identifiersByVersion(oldestFirst.map(({ api }) => api));
  const packages: PrintedPackage[] = [];
  // The declarations of a large document take more memory than all else: they are held only while a package needs them.
  let held: readonly DeclaredPackage[] = [];
  for (const described of versions) {
    const { version } = described;
    const ancestors = ancestorsOf(version, versions);
    const laterVersions = versions.slice(versions.indexOf(described) + 1);
    const openapi = once(() => emitOpenapi(described.api));
    const settings: Settings = {
      naming: { ...namingOfAll, license: namingOfAll.license ?? packageLicenseOf(described.api) },
      identifiers: identifiers.get(version) ?? new Map<string, string>(),
      clientRuntime,
      serverDialect,
      ...(conversionHooks && { conversionHooks }),
      ...(docsBuild && { docsBuild }),
      head: options.head(version),
      paths,
      prose,
    };
    const settingsKey = keyOf(settings);
    const kindsOfVersion = inOrder(wantedKinds(version, versions, options));
    for (const [index, kind] of kindsOfVersion.entries()) {
      // A package can use only these, so the cache compares no others.
      const kinds = [kind, ...kind.needs, ...(kind.after ?? [])];
      const available = () =>
        [version, ...ancestors.map((ancestor) => ancestor.version)].flatMap((of) =>
          kinds.map((one) => held.find((each) => each.kind === one && each.version === of)),
        );
      // The type of a kind is the type of its packages.
      const alreadyEmitted = <Made extends Package>(wanted: Kind<Made>, of = version) =>
        available().find((one) => one?.kind === wanted && one.version === of)?.package as Made | undefined;
      const later = kindsOfVersion.slice(index + 1);
      const release = () => {
        held = held.filter(
          (each) =>
            isExtendedLater(each.version, laterVersions, versions) ||
            isNeeded(each.kind, later) ||
            (each.version !== version && later.includes(each.kind)),
        );
      };
      const input = { ...settings, described, ancestors, openapi, alreadyEmitted };
      const print = () => printed(kind, input, steps, isPrinted ? cache : undefined, release);
      const inputs = () => [kind, described, ...ancestors, settingsKey, isPrinted, ...available()];
      const one = await (kind.isPure === true ? cache.get(`${kind.name} ${version}`, inputs, print) : print());
      if (one === undefined) continue;
      packages.push(withoutDeclarations(one));
      held = [...held, one];
      release();
    }
    held = held.filter((each) => isExtendedLater(each.version, laterVersions, versions));
  }
  return packages;
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

/**
 * @param cache without one, the package has no files
 * @param onEmitted called when the packages that this one refers to are not needed any more
 * @returns undefined if the version has no package of the kind
 */
async function printed(
  kind: Kind,
  version: VersionToMake,
  steps: Steps,
  cache: PipelineCache | undefined,
  onEmitted: () => void,
): Promise<DeclaredPackage | undefined> {
  const name = `${kind.name}-v${version.described.version}`;
  const emittedPackage = await steps.runAsync('emit', async () => kind.make(version), `emitting ${name}`);
  onEmitted();
  if (emittedPackage === undefined) return undefined;
  if (cache === undefined) return { kind, version: version.described.version, package: emittedPackage, files: [] };
  const { printJson, printModule } = await import('../../write/print/index.js');
  const { folder, modules, files } = emittedPackage;
  const { described, head } = version;
  // An edit changes few files of a package: the others are not printed again.
  const printIfChanged = <File extends CodeModule | JsonFile>(file: File, print: (file: File) => OutputFile) =>
    cache.getSync(
      `${folder} ${file.path}`,
      () => [JSON.stringify([file, head])],
      () => print(file),
    );
  const print = () => [
    ...modules.map((module) => printIfChanged(module, () => printModule(module, { head, folder }))),
    ...files.map((file) => ('json' in file ? printIfChanged(file, printJson) : file)),
  ];
  const printedFiles = steps.run('print', print, `printing ${name}`);
  return { kind, version: described.version, package: emittedPackage, files: printedFiles };
}

function withoutDeclarations({
  kind,
  version,
  package: { folder, isComplete },
  files,
}: DeclaredPackage): PrintedPackage {
  return { kind, version, package: { folder, ...(isComplete !== undefined && { isComplete }) }, files };
}

/** Tells whether packages of later kinds use those of a kind. */
function isNeeded(kind: Kind, later: readonly Kind[]): boolean {
  return later.some(({ needs, after = [] }) => needs.includes(kind) || after.includes(kind));
}

/** Tells whether a version is an ancestor of one whose packages are not printed yet. */
function isExtendedLater(version: string, later: Timeline['versions'], versions: Timeline['versions']): boolean {
  return later.some((other) => ancestorsOf(other.version, versions).some((ancestor) => ancestor.version === version));
}

/** Returns the package kinds of a version: the configured ones, and those that the versions which extend it need. */
function wantedKinds(version: string, versions: Timeline['versions'], options: EmitOptions): readonly Kind[] {
  const wantedOf = (of: string) => kindsOfVersion(options, of);
  const extending = versions.filter((other) => other.extends === version);
  const needed = extending.flatMap((other) => wantedOf(other.version).flatMap(({ needsOfBase = [] }) => needsOfBase));
  return [...wantedOf(version), ...needed];
}

/** Returns the kinds and those that they need, each after those that it depends on. */
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

/** Returns the version that a version extends, the one that this extends, and so on. */
function ancestorsOf(version: string, versions: Timeline['versions']): readonly TimelineVersion[] {
  const name = versions.find((described) => described.version === version)?.extends;
  const base = versions.find((described) => described.version === name);
  return base === undefined ? [] : [base, ...ancestorsOf(base.version, versions)];
}

function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => (cached ??= { value: make() }).value;
}
