/** The order of the verbs: documents → an api per version → a timeline → files. */
import { commentLines, type CodeModule, type OutputFile } from '../code/index.js';
import { compareApis } from '../compare/index.js';
import type { Api, Timeline, TimelineVersion } from '../ir/index.js';
import { normalize } from '../normalize/index.js';
import { assertRulesFit, differencesOf, parseOverlay, wireRulesOf } from '../overlay/index.js';
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
      return { version: api.version, api, extends: base, changes: compareApis(older, newer), ...said };
    }),
  }));
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
  return { rules, differences: differencesOf(overlay) };
}

export interface EmitOptions {
  readonly scope: string;
  /** Whether the packages get a `paths` module. */
  readonly paths: boolean;
  /** Whether there are clients too. */
  readonly clients: boolean;
  /** Whether there are servers too. */
  readonly servers: boolean;
  /** Whether there is a reference too. */
  readonly docs: boolean;
  /** Whether a workspace of its own is wanted around the packages. */
  readonly workspace: boolean;
  /** What the head of each file says of its source and of how to make it again. */
  readonly head: (version: string) => readonly string[];
}

/** A package, still to be printed. */
interface Package {
  readonly folder: string;
  readonly modules: readonly CodeModule[];
  readonly files: readonly OutputFile[];
  /** Texts that stand in `gen/` and only want a head. */
  readonly texts?: readonly OutputFile[];
}

/** Everything that is to be written, as text. */
export async function filesOf(timeline: Timeline, options: EmitOptions, steps: Steps): Promise<readonly OutputFile[]> {
  // Loaded only when something is emitted: the printer is half of a run's cost.
  const [
    { typesPackage, typesDoor },
    { clientPackage, callsDoor },
    { serverPackage, handlersDoor },
    { docsPackage },
    { overlayPackage },
    { emitOpenapi },
    { workspaceFiles },
    { printModule },
  ] = await Promise.all([
    import('../emit/types/index.js'),
    import('../emit/client/index.js'),
    import('../emit/server/index.js'),
    import('../emit/docs/index.js'),
    import('../emit/overlay/index.js'),
    import('../emit/openapi/index.js'),
    import('../emit/workspace/index.js'),
    import('../write/print/index.js'),
  ]);
  const naming = { scope: options.scope };
  const types = new Map<string, Awaited<ReturnType<typeof typesPackage>>>();
  const clients = new Map<string, ReturnType<typeof clientPackage>>();
  const servers = new Map<string, ReturnType<typeof serverPackage>>();
  const docs = new Map<string, ReturnType<typeof docsPackage>>();
  const overlays = new Map<string, ReturnType<typeof overlayPackage>>();
  for (const described of timeline.versions) {
    const { version, api, extends: base } = described;
    const openapi = options.paths || options.docs ? steps.run('emit', () => emitOpenapi(api)) : undefined;
    const typesOf = await steps.runAsync('emit', () =>
      typesPackage(api, {
        naming,
        ...baseFrom(types, base),
        ...(options.paths && openapi && { openapi }),
      }),
    );
    types.set(version, typesOf);
    const room = { plain: typesDoor(typesOf.emitted), exact: typesDoor(typesOf.exact) };
    steps.run('emit', () => {
      if (options.clients)
        clients.set(version, clientPackage(api, { naming, types: room, ...baseFrom(clients, base) }));
      if (options.servers)
        servers.set(version, serverPackage(api, { naming, types: room.plain, ...baseFrom(servers, base) }));
      if (!options.docs || openapi === undefined) return;
      const [client, server] = [clients.get(version), servers.get(version)];
      const spelling = {
        ...(client && { client: callsDoor(client.emitted) }),
        ...(server && { server: handlersDoor(server.emitted) }),
      };
      const compared = comparedWith(described, docs);
      docs.set(
        version,
        docsPackage(api, {
          naming,
          spelling,
          openapi,
          head: options.head(version),
          ...(compared && { base: compared }),
        }),
      );
    });
  }
  // An overlay needs steps written by hand, which only this repository has.
  for (const step of options.workspace ? [] : stepsBetween(timeline)) {
    const door = (version: string) => typesDoor(made(types, version).emitted);
    const rooms = { older: door(step.older.version), newer: door(step.newer.version) };
    overlays.set(
      step.version,
      steps.run('emit', () => overlayPackage({ ...step, types: rooms }, { naming })),
    );
  }
  const versions = timeline.versions.map(({ version }) => version);
  const kinds = [
    'types' as const,
    ...(options.clients ? (['client'] as const) : []),
    ...(options.servers ? (['server'] as const) : []),
    ...(options.docs ? (['docs'] as const) : []),
  ];
  const around = options.workspace ? workspaceFiles(naming, versions, kinds) : [];
  const printed = steps.run('print', () =>
    versions.flatMap((version) => {
      const head = options.head(version);
      const packages: readonly Package[] = [types, clients, servers, docs, overlays]
        .map((all) => all.get(version))
        .filter((one) => one !== undefined);
      return packages.flatMap(({ modules, files, folder, texts = [] }) => [
        ...modules.map((module) => printModule(module, { head, folder })),
        ...texts.map(({ path, text }) => ({
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
function baseFrom<Made extends object>(made: ReadonlyMap<string, Made>, version: string | undefined) {
  const base = version === undefined ? undefined : made.get(version);
  return version === undefined || base === undefined ? {} : { base: { version, ...base } };
}

/** The version that is extended, what was made for it, and what differs. */
function comparedWith<Emitted>(
  { version, extends: base, changes, rules = [], differences = [] }: TimelineVersion,
  made: ReadonlyMap<string, { readonly emitted: Emitted }>,
) {
  const emitted = base === undefined ? undefined : made.get(base)?.emitted;
  if (base === undefined || emitted === undefined) return undefined;
  return { version: base, emitted, isOlder: compareVersions(base, version) < 0, changes, rules, differences };
}

/** The versions whose overlay is written, each with the one it extends. */
function stepsBetween({ versions }: Timeline) {
  return versions.flatMap(({ version, api, extends: base, changes, rules, differences }) => {
    const other = versions.find((each) => each.version === base)?.api;
    if (other === undefined || rules === undefined || differences === undefined) return [];
    const [older, newer] = compareVersions(api.version, other.version) < 0 ? [api, other] : [other, api];
    return [{ version, older, newer, changes, rules, differences }];
  });
}

function made<Made>(all: ReadonlyMap<string, Made>, version: string): Made {
  const found = all.get(version);
  if (found === undefined) throw new Error(`nothing was made of version ${version}`);
  return found;
}
