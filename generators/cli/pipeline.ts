/** The order of the verbs: documents → an api per version → a timeline → files. */
import { commentLines, noProse, type Naming, type OutputFile, type Prose } from '../code/index.js';
import { compareApis } from '../compare/index.js';
import type { Document } from '../document/index.js';
import type { Api, Timeline, TimelineVersion } from '../ir/index.js';
import { normalize } from '../normalize/index.js';
import type { Kind, Package, PathsOf, VersionToMake } from './kinds/kind.js';
import { assertRulesFit, wireRulesOf } from '../conversion-rules/index.js';
import { differencesOf, parseOverlay, compareVersions, type VersionDocument } from '../overlay/index.js';
import { PipelineCache } from './pipeline-cache.js';
import type { Steps } from './steps.js';

/** The versions as apis, each with what differs from the one it extends. */
export function timelineOf(
  versions: readonly VersionDocument[],
  steps: Steps,
  cache: PipelineCache = new PipelineCache(),
): Timeline {
  const apis = steps.run('normalize', () => versions.map(({ document }) => apiOf(document, cache)));
  return steps.run('compare', () => ({
    versions: apis.map((api, index): TimelineVersion => {
      const version = versions[index];
      const base = apis.find((other) => other.version === version?.extends);
      const overlay = version?.overlay && JSON.stringify(version.overlay);
      return cache.getSync(`version ${api.version}`, [api, base, overlay], () => timelineVersion(version, api, base));
    }),
  }));
}

/** A document has the api of the previous run as long as its content is equal. */
function apiOf(document: Document, cache: PipelineCache): Api {
  return cache.getSync(`api ${document.version}`, [JSON.stringify(document)], () => normalize(document));
}

/** @throws OVERLAY_RULE when a rule of the version's overlay names what is not there */
function timelineVersion(version: VersionDocument | undefined, api: Api, base: Api | undefined): TimelineVersion {
  if (base === undefined) return { version: api.version, api, changes: [] };
  const [older, newer] = compareVersions(api.version, base.version) < 0 ? [api, base] : [base, api];
  const stated = version?.overlay && statedIn(version.overlay, older, newer);
  return { version: api.version, api, extends: base.version, changes: compareApis(older, newer), ...stated };
}

/** What an overlay says besides its actions. @throws OVERLAY_RULE */
function statedIn(
  { file, content }: NonNullable<VersionDocument['overlay']>,
  older: Api,
  newer: Api,
): Pick<TimelineVersion, 'rules' | 'differences'> {
  const overlay = parseOverlay(file, content);
  const rules = wireRulesOf(overlay);
  assertRulesFit(rules, older, newer);
  return { rules, differences: differencesOf(overlay) };
}

export interface EmitOptions {
  readonly naming: Naming;
  /** The kinds of packages that are wanted; what they need is made too. */
  readonly kinds: readonly Kind[];
  /** Whether the types get a `paths` module. */
  readonly paths: boolean;
  /** When each of them is made: at once, where nothing is said. */
  readonly pathsOf?: PathsOf;
  /** What the configuration says of the API besides. */
  readonly prose?: Prose;
  /** Whether a workspace of its own is wanted around the packages. */
  readonly workspace: boolean;
  /** What the head of each file says of its source and of how to make it again. */
  readonly head: (version: string) => readonly string[];
}

/** Everything that is to be written, as text. */
export async function filesOf(
  timeline: Timeline,
  options: EmitOptions,
  steps: Steps,
  cache: PipelineCache = new PipelineCache(),
): Promise<readonly OutputFile[]> {
  const packages = await packagesOf(timeline, options, steps, cache);
  const paths = packages.flatMap(({ version, package: { paths: module } }) => (module ? [{ version, ...module }] : []));
  const pathsFiles: OutputFile[] = [];
  for (const { version, path, text } of paths) {
    const code = await steps.runAsync('emit', () => options.pathsOf?.(version, text) ?? text());
    pathsFiles.push({ path, text: `${commentLines(options.head(version))}\n\n${code}` });
  }
  return [
    ...(options.workspace ? await workspaceOf(packages, options) : []),
    ...packages.flatMap(({ files }) => files),
    ...pathsFiles,
  ];
}

/** A package of a version with its printed modules. */
interface PrintedPackage {
  readonly kind: Kind;
  readonly version: string;
  readonly package: Package;
  readonly files: readonly OutputFile[];
}

/** The packages of all versions, each behind those that it is made of. */
async function packagesOf(
  { versions }: Timeline,
  options: EmitOptions,
  steps: Steps,
  cache: PipelineCache,
): Promise<readonly PrintedPackage[]> {
  // Loaded only when something is emitted: the printer is half of a run's cost.
  const { emitOpenapi } = await import('../emit/openapi/index.js');
  const { naming, paths, prose = noProse } = options;
  const packages: PrintedPackage[] = [];
  for (const described of versions) {
    const { version, extends: base } = described;
    const baseApi = versions.find((other) => other.version === base)?.api;
    const openapi = once(() => emitOpenapi(described.api));
    const head = options.head(version);
    for (const kind of inOrder(options.kinds)) {
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

/** Nothing where the version has no package of the kind. */
async function printed(kind: Kind, version: VersionToMake, steps: Steps): Promise<PrintedPackage | undefined> {
  const made = await steps.runAsync('emit', async () => kind.make(version));
  if (made === undefined) return undefined;
  const { printModule } = await import('../write/print/index.js');
  const { folder, modules, files } = made;
  const { described, head } = version;
  const code = steps.run('print', () => modules.map((module) => printModule(module, { head, folder })));
  return { kind, version: described.version, package: made, files: [...code, ...files] };
}

async function workspaceOf(packages: readonly PrintedPackage[], { naming }: EmitOptions) {
  const { workspaceFiles } = await import('../emit/workspace/index.js');
  return workspaceFiles(
    naming,
    packages.map(({ kind, version, package: { folder } }) => ({ ...kind, kind: kind.name, version, folder })),
  );
}

/** The kinds with all that they need, each behind what it is built on. */
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
