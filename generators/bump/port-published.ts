/** Ports the changes between two published documents to the document of the base version. */
import { compareApis } from '../compare/index.js';
import {
  type Correction,
  type Document,
  type JsonObject,
  get,
  isArray,
  isObject,
  type Json,
} from '../document/index.js';
import { areAdjacent, compareVersions, type Api } from '../ir/index.js';
import { normalize } from '../normalize/index.js';
import type { VersionDocument } from '../overlay/index.js';
import {
  asOf,
  factsOf,
  portChanges,
  renameSchemas,
  schemaNamesOf,
  withProductPlaceholder,
  type PortedDocument,
  type PublishedChanges,
} from '../port-changes/index.js';
import {
  applyCorrectionsPartial,
  type AppliedCorrection,
  type UnmatchedCorrection,
} from './apply-corrections-partial.js';
import { renamedSchemas } from './renamed-schemas.js';

/** The published documents of two versions. */
export interface PublishedPair {
  /** The version of the specification that the new one extends, with the product placeholder. */
  readonly base: VersionDocument;
  /** The published document of the base version. */
  readonly previous: Document;
  /** The published document of the new version. */
  readonly next: Document;
  readonly corrections: readonly Correction[];
  /** The name of the product, which published documents contain. */
  readonly product: string;
  /** Emits an API as an OpenAPI document, to give published documents the form of ours. */
  readonly emitOpenapi: (api: Api) => JsonObject;
}

/** The ported document of a version. */
export interface PortedVersion extends PortedDocument {
  /** Our document of the new version. */
  readonly document: JsonObject;
  /** The published documents after the corrections, with our names and the product placeholder. */
  readonly published: { readonly previous: JsonObject; readonly next: JsonObject };
  /** Actions that match the previous document and not the new one. */
  readonly unmatched: readonly UnmatchedCorrection[];
  /** Actions that match neither document, because the previous one is another edition than the one that they were written for. */
  readonly inapplicable: readonly UnmatchedCorrection[];
  readonly appliedCorrections: readonly AppliedCorrection[];
  /** Whether there are versions between the two, so that the version that introduced a change is unknown. */
  readonly skipsVersions: boolean;
}

/** Ports the changes. */
export function portPublished({ base, previous, next, product, emitOpenapi, ...pair }: PublishedPair): PortedVersion {
  const { version } = next;
  const corrections = pair.corrections.filter(({ appliesTo }) => appliesTo.includes(previous.version));
  const correctedNext = applyCorrectionsPartial(next, corrections, renamedSchemas(previous, next));
  const correctedPrevious = applyCorrectionsPartial(previous, corrections);
  const apiOf = (root: JsonObject) => normalize({ ...base.document, root });
  const facts = (document: Document) => withProductPlaceholder(emitOpenapi(factsOf(normalize(document))), product);
  const factsOfPrevious = facts(correctedPrevious.document);
  const names = schemaNamesOf(compareApis(apiOf(factsOfPrevious), normalize(base.document)));
  const withOurNames = (document: Document) => renameSchemas(facts(document), names);
  const published = { previous: renameSchemas(factsOfPrevious, names), next: withOurNames(correctedNext.document) };
  const note = noteOf(base.document.version, version);
  const ported = portChanges(base.document.root, {
    before: published.previous,
    after: published.next,
    renamed: schemaNamesOf(compareApis(apiOf(published.next), apiOf(published.previous))),
    rawBefore: withOurNames(previous),
    rawAfter: withOurNames(next),
    ...note,
  });
  const present = asOf(ported.root, (noted) => compareVersions(noted, version) > 0);
  return {
    ...ported,
    document: asVersion(present, base.document.version, version),
    published,
    unmatched: correctedNext.unmatched.filter((one) => !includes(correctedPrevious.unmatched, one)),
    inapplicable: correctedNext.unmatched.filter((one) => includes(correctedPrevious.unmatched, one)),
    appliedCorrections: correctedNext.applied,
    skipsVersions: note.note === undefined,
  };
}

function includes(corrections: readonly UnmatchedCorrection[], { file, target }: UnmatchedCorrection): boolean {
  return corrections.some((other) => other.file === file && other.target === target);
}

/** Returns the note on new parts: only for adjacent versions is it known which one introduced or removed a part. */
function noteOf(base: string, version: string): Pick<PublishedChanges, 'note'> {
  if (!areAdjacent(base, version)) return {};
  return compareVersions(version, base) > 0
    ? { note: { key: 'x-lading-since', version } }
    : { note: { key: 'x-lading-until', version: base } };
}

/** Replaces the version in `info` and at the beginning of the paths of the servers. */
function asVersion(root: JsonObject, from: string, to: string): JsonObject {
  const info = get(root, 'info');
  const servers = get(root, 'servers');
  const serverAsVersion = (server: Json) => {
    const url = isObject(server) ? get(server, 'url') : undefined;
    return isObject(server) && typeof url === 'string'
      ? { ...server, url: url.replace(`/v${from}`, `/v${to}`) }
      : server;
  };
  return {
    ...root,
    ...(isObject(info) && { info: { ...info, version: to } }),
    ...(isArray(servers) && { servers: servers.map(serverAsVersion) }),
  };
}
