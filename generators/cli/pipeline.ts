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
  /** Whether a workspace of its own is wanted around the packages. */
  readonly workspace: boolean;
  /** What the head of each file says of its source and of how to make it again. */
  readonly head: (version: string) => readonly string[];
}

/** Everything that is to be written, as text. */
export async function filesOf(timeline: Timeline, options: EmitOptions, steps: Steps): Promise<readonly OutputFile[]> {
  // Loaded only when something is emitted: the printer is half of a run's cost.
  const [{ typesPackage }, { emitOpenapi }, { workspaceFiles }, { printModule }] = await Promise.all([
    import('../emit/types/index.js'),
    import('../emit/openapi/index.js'),
    import('../emit/workspace/index.js'),
    import('../write/print/index.js'),
  ]);
  const naming = { scope: options.scope };
  const packages = new Map<string, Awaited<ReturnType<typeof typesPackage>>>();
  for (const { version, api, extends: base } of timeline.versions) {
    const emitted = base === undefined ? undefined : packages.get(base)?.emitted;
    const made = await steps.runAsync('emit', () =>
      typesPackage(api, {
        naming,
        ...(base !== undefined && emitted !== undefined && { base: { version: base, emitted } }),
        ...(options.paths && { openapi: emitOpenapi(api) }),
      }),
    );
    packages.set(version, made);
  }
  const versions = timeline.versions.map(({ version }) => version);
  const around = options.workspace ? workspaceFiles(naming, versions) : [];
  const printed = steps.run('print', () =>
    [...packages].flatMap(([version, { modules, texts, files, folder }]) => {
      const head = options.head(version);
      return [
        ...modules.map((module) => printModule(module, { head, folder })),
        ...texts.map(({ path, text }) => ({ path, text: `${commentLines(head)}\n\n${text}` })),
        ...files,
      ];
    }),
  );
  return [...around, ...printed];
}
