/** The order of the verbs: documents → an api per version → a timeline → files. */
import { commentLines, type OutputFile } from '../code/index.js';
import { compareApis } from '../compare/index.js';
import type { Api, Timeline, TimelineVersion, WireRule } from '../ir/index.js';
import { normalize } from '../normalize/index.js';
import { assertRulesFit, parseOverlay, wireRulesOf } from '../overlay/index.js';
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
      const rules = rulesOf(versions[index], older, newer);
      return { version: api.version, api, extends: base, changes: compareApis(older, newer), ...(rules && { rules }) };
    }),
  }));
}

/** What the overlay of a version says of conversions. @throws OVERLAY_RULE when a rule speaks of what is not there */
function rulesOf(version: VersionDocument | undefined, older: Api, newer: Api): readonly WireRule[] | undefined {
  if (version?.overlay === undefined) return undefined;
  const rules = wireRulesOf(parseOverlay(version.overlay.file, version.overlay.content));
  assertRulesFit(rules, older, newer);
  return rules;
}

export interface EmitOptions {
  readonly scope: string;
  /** Whether the packages get a `paths` module. */
  readonly paths: boolean;
  /** Whether there are clients too. */
  readonly clients: boolean;
  /** Whether a workspace of its own is wanted around the packages. */
  readonly workspace: boolean;
  /** What the head of each file says of its source and of how to make it again. */
  readonly head: (version: string) => readonly string[];
}

/** Everything that is to be written, as text. */
export async function filesOf(timeline: Timeline, options: EmitOptions, steps: Steps): Promise<readonly OutputFile[]> {
  // Loaded only when something is emitted: the printer is half of a run's cost.
  const [{ typesPackage, typesDoor }, { clientPackage }, { emitOpenapi }, { workspaceFiles }, { printModule }] =
    await Promise.all([
      import('../emit/types/index.js'),
      import('../emit/client/index.js'),
      import('../emit/openapi/index.js'),
      import('../emit/workspace/index.js'),
      import('../write/print/index.js'),
    ]);
  const naming = { scope: options.scope };
  const types = new Map<string, Awaited<ReturnType<typeof typesPackage>>>();
  const clients = new Map<string, ReturnType<typeof clientPackage>>();
  for (const { version, api, extends: base } of timeline.versions) {
    const typesOf = await steps.runAsync('emit', () =>
      typesPackage(api, {
        naming,
        ...baseFrom(types, base),
        ...(options.paths && { openapi: emitOpenapi(api) }),
      }),
    );
    types.set(version, typesOf);
    if (!options.clients) continue;
    const room = typesDoor(typesOf.emitted);
    clients.set(
      version,
      steps.run('emit', () => clientPackage(api, { naming, types: room, ...baseFrom(clients, base) })),
    );
  }
  const versions = timeline.versions.map(({ version }) => version);
  const kinds = options.clients ? (['types', 'client'] as const) : (['types'] as const);
  const around = options.workspace ? workspaceFiles(naming, versions, kinds) : [];
  const printed = steps.run('print', () =>
    versions.flatMap((version) => {
      const head = options.head(version);
      const made = [types.get(version), clients.get(version)].filter((one) => one !== undefined);
      return made.flatMap(({ modules, files, folder, ...more }) => [
        ...modules.map((module) => printModule(module, { head, folder })),
        ...('texts' in more ? more.texts : []).map(({ path, text }) => ({
          path,
          text: `${commentLines(head)}\n\n${text}`,
        })),
        ...files,
      ]);
    }),
  );
  return [...around, ...printed];
}

/** What was made for the version that is extended. */
function baseFrom<Emitted>(made: ReadonlyMap<string, { readonly emitted: Emitted }>, version: string | undefined) {
  const emitted = version === undefined ? undefined : made.get(version)?.emitted;
  return version === undefined || emitted === undefined ? {} : { base: { version, emitted } };
}
