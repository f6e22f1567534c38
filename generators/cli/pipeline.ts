/** The order of the verbs: documents → an api per version → a timeline → files. */
import { commentLines, noProse, type CodeModule, type Naming, type OutputFile, type Prose } from '../code/index.js';
import { compareApis } from '../compare/index.js';
import type { Api, Change, Timeline, TimelineVersion } from '../ir/index.js';
import { kept, memoBy } from '../memo/index.js';
import { normalize } from '../normalize/index.js';
import type { Kind, Package, PathsOf, VersionToMake } from './kinds/kind.js';
import { assertRulesFit, wireRulesOf } from '../conversion-rules/index.js';
import { differencesOf, parseOverlay } from '../overlay/index.js';
import type { Steps } from './steps.js';
import { compareVersions, type VersionDocument } from './versions.js';

/** The versions as apis, each with what differs from the one it extends. */
export function timelineOf(versions: readonly VersionDocument[], steps: Steps): Timeline {
  const apis = steps.run('normalize', () => versions.map(({ document }) => normalize(document)));
  return steps.run('compare', () => ({
    versions: apis.map((api, index): TimelineVersion => {
      const base = versions[index]?.extends;
      const other = apis.find(({ version }) => version === base);
      if (base === undefined || other === undefined) return { version: api.version, api, changes: [] };
      const [older, newer] = compareVersions(api.version, other.version) < 0 ? [api, other] : [other, api];
      const said = saidOf(versions[index], older, newer);
      return { version: api.version, api, extends: base, changes: changesBetween(older, newer), ...said };
    }),
  }));
}

const known = memoBy<readonly Change[]>();

function changesBetween(older: Api, newer: Api): readonly Change[] {
  return known([older, newer], () => compareApis(older, newer));
}

/** What the overlay of a version says besides. @throws OVERLAY_RULE when a rule speaks of what is not there */
function saidOf(
  version: VersionDocument | undefined,
  older: Api,
  newer: Api,
): Pick<TimelineVersion, 'rules' | 'differences'> {
  if (version?.overlay === undefined) return {};
  const overlay = parseOverlay(version.overlay.file, version.overlay.content);
  const rules = wireRulesOf(overlay);
  assertRulesFit(rules, older, newer);
  return sameSaid(version.document.version, { rules, differences: differencesOf(overlay) });
}

const sameSaid = kept<Pick<TimelineVersion, 'rules' | 'differences'>>();

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
export async function filesOf(timeline: Timeline, options: EmitOptions, steps: Steps): Promise<readonly OutputFile[]> {
  // Loaded only when something is emitted: the printer is half of a run's cost.
  const [{ emitOpenapi }, { workspaceFiles }, { printModule }] = await Promise.all([
    import('../emit/openapi/index.js'),
    import('../emit/workspace/index.js'),
    import('../write/print/index.js'),
  ]);
  const kinds = inOrder(options.kinds);
  const made = new Map(kinds.map((kind) => [kind, new Map<string, Package>()]));
  for (const described of timeline.versions) {
    const openapi = once(() => emitOpenapi(described.api));
    const version: VersionToMake = {
      timeline,
      described,
      naming: options.naming,
      head: options.head(described.version),
      ...(options.paths && { paths: options.pathsOf ?? ((_version, make) => make()) }),
      prose: options.prose ?? noProse,
      openapi,
      // What a kind made is of the type that the kind says.
      made: <Made extends Package>(kind: Kind<Made>, of = described.version) =>
        made.get(kind)?.get(of) as Made | undefined,
    };
    for (const kind of kinds) {
      const one = await steps.runAsync('emit', async () => kind.make(version));
      if (one !== undefined) made.get(kind)?.set(described.version, one);
    }
  }
  const versions = timeline.versions.map(({ version }) => version);
  const packages = versions.flatMap((version) =>
    kinds.flatMap((kind) => {
      const one = made.get(kind)?.get(version);
      return one === undefined ? [] : [{ ...one, kind, version }];
    }),
  );
  const printed = steps.run('print', () =>
    packages.flatMap(({ version, modules, files, folder, texts = [] }) => {
      const head = options.head(version);
      return [
        ...same(folder, modules).map((module) => printModule(module, { head, folder })),
        ...texts.map(({ path, text }) => ({ path, text: `${commentLines(head)}\n\n${text}` })),
        ...files,
      ];
    }),
  );
  const around = options.workspace
    ? workspaceFiles(
        options.naming,
        packages.map(({ kind, version, folder }) => ({ ...kind, kind: kind.name, version, folder })),
      )
    : [];
  return [...around, ...printed];
}

// What an emitter made again as it was is not printed again.
const same = kept<readonly CodeModule[]>();

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
