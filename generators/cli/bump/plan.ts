/** The next published document → what the specification has to say of its version, and what a person has to decide. */
import {
  asOf,
  portChanges,
  factsOf,
  schemaNamesOf,
  changedTexts,
  missingDescriptions,
  renameSchemas,
  withProductPlaceholder,
} from '../../port-changes/index.js';
import type { Conflict, PublishedChanges, TextChange } from '../../port-changes/index.js';
import { compareApis, derive } from '../../compare/index.js';
import {
  get,
  isArray,
  isObject,
  type Document,
  type Json,
  type JsonObject,
  type OverlayFile,
  type Correction,
} from '../../document/index.js';
import type { Undecided } from '../../conversion-rules/index.js';
import type { Api, Change } from '../../ir/index.js';
import { lint, type Finding } from '../../lint/index.js';
import { normalize } from '../../normalize/index.js';
import { wireRulesOf } from '../../conversion-rules/index.js';
import { differencesOf, compareVersions, type VersionDocument } from '../../overlay/index.js';
import { withDifferences } from './differences.js';
import { patchedAsFar, type Blunt, type Reaching } from './patched.js';
import { renamedSchemas } from './renamed-schemas.js';

export interface BumpInput {
  /** The version that the new one extends, as the specification has it, with the neutral word. */
  readonly base: VersionDocument;
  /** What was published of that version, */
  readonly previous: Document;
  /** and of the new one. */
  readonly next: Document;
  readonly patches: readonly Correction[];
  readonly product: string;
  /** Where the overlay will lie, and what it extends as it says so. */
  readonly file: string;
  readonly extends: string;
}

export interface BumpPlan {
  readonly version: string;
  readonly extends: string;
  readonly overlay: OverlayFile;
  /** What the specification says of the new version, once the overlay is written. */
  readonly document: Document;
  readonly older: Api;
  readonly newer: Api;
  /** From the older to the newer of the two. */
  readonly changes: readonly Change[];
  /** Errors of the published document that the one before did not have. */
  readonly findings: readonly Finding[];
  /** Versions lie between the two, so that nobody knows which of them brought a thing. */
  readonly skips: boolean;
  /** New things that nobody described yet. */
  readonly unwritten: readonly (readonly string[])[];
  /** Published texts that changed. */
  readonly texts: readonly TextChange[];
  /** What generation refuses until a wire rule decides it. */
  readonly undecided: readonly Undecided[];
  readonly conflicts: readonly Conflict[];
  readonly blunt: readonly Blunt[];
  /** Actions that do not bite on the document of the version before either: it is not the edition that they were written for. */
  readonly foreign: readonly Blunt[];
  /** Patches that bite on the new document. */
  readonly carriedPatches: readonly Reaching[];
  /** What the published document, corrected, still says otherwise than the plan; but for what the specification knows of versions. */
  readonly left: readonly Change[];
}

export async function planBump(input: BumpInput): Promise<BumpPlan> {
  const [{ emitOpenapi }, { undecidedOf }] = await Promise.all([
    import('../../emit/openapi/index.js'),
    import('../../conversion-rules/index.js'),
  ]);
  const { base, previous, next, product } = input;
  const { version } = next;
  const isNewer = compareVersions(version, base.document.version) > 0;
  const patches = input.patches.filter(({ appliesTo }) => appliesTo.includes(previous.version));
  const patched = patchedAsFar(next, patches, renamedSchemas(previous, next));
  const facts = (document: Document) => withProductPlaceholder(emitOpenapi(factsOf(normalize(document))), product);
  const former = patchedAsFar(previous, patches);
  const before = facts(former.document);
  const ours = normalize(base.document);
  const names = schemaNamesOf(compareApis(normalize({ ...base.document, root: before }), ours));
  const withOurNames = (document: Document) => renameSchemas(facts(document), names);
  const after = withOurNames(patched.document);
  const beforeNamed = renameSchemas(before, names);
  const asApi = (root: JsonObject) => normalize({ ...base.document, root });
  const renamed = schemaNamesOf(compareApis(asApi(after), asApi(beforeNamed)));
  const note = noteOf(base.document.version, version, isNewer);
  const { root: ported, conflicts } = portChanges(base.document.root, {
    before: beforeNamed,
    after,
    renamed,
    rawBefore: withOurNames(previous),
    rawAfter: withOurNames(next),
    ...note,
  });
  const known = asOf(ported, (noted) => compareVersions(noted, version) > 0);
  const root = withVersion(known, base.document.version, version);
  const document: Document = { ...base.document, name: input.file, version, root };
  const api = normalize(document);
  const [older, newer] = isNewer ? [ours, api] : [api, ours];
  const overlay = withDifferences({
    ...derive(base.document, document, {
      name: input.file,
      extends: input.extends,
      version,
      title: `API version ${version}`,
    }),
  });
  const rules = wireRulesOf(overlay);
  const published = factsOf(normalize({ ...document, root: after }));
  return {
    version,
    extends: base.document.version,
    overlay,
    document,
    older,
    newer,
    changes: compareApis(older, newer),
    findings: newErrors(previous, next),
    skips: note.note === undefined,
    unwritten: missingDescriptions(base.document.root, root),
    texts: changedTexts(previous.root, next.root),
    undecided: undecidedOf({ version, older, newer, rules, differences: differencesOf(overlay) }),
    conflicts,
    blunt: patched.blunt.filter((one) => !holds(former.blunt, one)),
    foreign: patched.blunt.filter((one) => holds(former.blunt, one)),
    carriedPatches: patched.reaching,
    left: leftOf(
      compareApis(published, asApi(emitOpenapi(factsOf(normalize({ ...document, root: ported }))))),
      compareApis(asApi(beforeNamed), asApi(emitOpenapi(factsOf(ours)))),
      conflicts,
    ),
  };
}

function holds(blunt: readonly Blunt[], { file, target }: Blunt): boolean {
  return blunt.some((other) => other.file === file && other.target === target);
}

/** What differs from the published document, where that was not so before and is not told of already. */
function leftOf(
  left: readonly Change[],
  already: readonly Change[],
  conflicts: readonly Conflict[],
): readonly Change[] {
  const told = new Set(conflicts.flatMap(placesOf));
  const known = new Set(already.map(({ kind, place }) => `${kind} ${place}`));
  return left.filter(({ kind, place }) => !told.has(place) && !known.has(`${kind} ${place}`));
}

/** `components schemas X properties Y type` and the entry `Y` of `components schemas X required` are both `X.Y`. */
function placesOf({ path, before, after }: Conflict): readonly string[] {
  const [, , shape, key, member] = path;
  if (key === 'properties') return [`${shape}.${member}`];
  return path.at(-1) === 'required' ? [`${shape}.${String(before ?? after)}`] : [];
}

/** Two versions that follow each other tell which of them brought a thing; with others between, nobody knows. */
function noteOf(base: string, version: string, isNewer: boolean): Pick<PublishedChanges, 'note'> {
  const [[major, minor = NaN], [otherMajor, otherMinor = NaN]] = [numbers(base), numbers(version)];
  if (major !== otherMajor || Math.abs(minor - otherMinor) !== 1) return {};
  return {
    note: isNewer ? { key: 'x-lading-since' as const, version } : { key: 'x-lading-until' as const, version: base },
  };
}

function numbers(version: string): readonly number[] {
  return version.split('.').map(Number);
}

/** The document of another version says so, and its paths begin with it. */
function withVersion(root: JsonObject, from: string, to: string): JsonObject {
  const info = get(root, 'info');
  const servers = get(root, 'servers');
  const moved = (server: Json) => {
    const url = isObject(server) ? get(server, 'url') : undefined;
    return isObject(server) && typeof url === 'string'
      ? { ...server, url: url.replace(`/v${from}`, `/v${to}`) }
      : server;
  };
  return {
    ...root,
    ...(isObject(info) && { info: { ...info, version: to } }),
    ...(isArray(servers) && { servers: servers.map(moved) }),
  };
}

function newErrors(previous: Document, next: Document): readonly Finding[] {
  const key = ({ rule, place }: Finding) => `${rule} ${place.slice(place.indexOf('#'))}`;
  const known = new Set(lint(previous).map(key));
  return lint(next).filter((finding) => finding.severity === 'error' && !known.has(key(finding)));
}
