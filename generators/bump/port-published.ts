/** Ports the changes between two published documents to the document of the base version. */
import { compareApis } from '../compare/index.js';
import { LadingError } from '../diagnostics/index.js';
import {
  type Correction,
  type Document,
  type JsonObject,
  get,
  isArray,
  isObject,
  schemasIn,
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
  withoutTexts,
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

/**
 * Ports the changes.
 *
 * @throws DOCUMENT_VERSION if they cannot be written in the form of our document
 */
export function portPublished({ base, previous, next, product, emitOpenapi, ...pair }: PublishedPair): PortedVersion {
  const { version } = next;
  const corrections = pair.corrections.filter(({ appliesTo }) => appliesTo.includes(previous.version));
  const renamed = renamedSchemas(previous, next);
  const correctedNext = applyCorrectionsPartial(next, corrections, renamed);
  const correctedPrevious = applyCorrectionsPartial(previous, corrections);
  // Facts have the form of OpenAPI 3.1, whatever our document is written in.
  const apiOf = (root: JsonObject) => normalize({ ...base.document, dialect: 'openapi-3.1', root });
  const facts = (document: Document) => withProductPlaceholder(emitOpenapi(factsOf(normalize(document))), product);
  const factsOfPrevious = facts(correctedPrevious.document);
  const names = schemaNamesOf(compareApis(apiOf(factsOfPrevious), normalize(base.document)));
  const withOurNames = (document: Document) => renameSchemas(facts(document), names);
  const published = { previous: renameSchemas(factsOfPrevious, names), next: withOurNames(correctedNext.document) };
  const note = noteOf(base.document.version, version);
  const asPublished = (document: Document) => withoutTexts(withProductPlaceholder(document.root, product));
  const changes = hasFormOf(base.document, correctedPrevious.document, next)
    ? {
        before: asPublished(correctedPrevious.document),
        after: asPublished(correctedNext.document),
        renamed: new Map([...renamed].map(([former, name]) => [name, former])),
        rawBefore: asPublished(previous),
        rawAfter: asPublished(next),
        parts: [...new Set([base.document, previous, next].flatMap(({ root }) => Object.keys(root)))].filter(
          (key) => !['info', 'swagger', 'openapi'].includes(key),
        ),
      }
    : {
        before: published.previous,
        after: published.next,
        renamed: schemaNamesOf(compareApis(apiOf(published.next), apiOf(published.previous))),
        rawBefore: withOurNames(previous),
        rawAfter: withOurNames(next),
      };
  const ported = portChanges(base.document.root, { ...changes, ...note });
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

/**
 * Whether our document has the form of the published ones, with their schemas: then changes are ported as they are written. Otherwise
 * they are ported in the form of OpenAPI 3.1.
 *
 * @throws DOCUMENT_VERSION if ours has neither form
 */
function hasFormOf(ours: Document, previous: Document, next: Document): boolean {
  const names = [ours, previous].map(({ root }) => Object.keys(schemasIn(root)).sort().join('\n'));
  const isOlder = ours.dialect === 'swagger-2.0' || ours.dialect === 'openapi-3.0';
  if (previous.dialect === ours.dialect && next.dialect === ours.dialect) return isOlder || names[0] === names[1];
  if (!isOlder) return false;
  throw new LadingError({
    code: 'DOCUMENT_VERSION',
    subject: `Changes between documents in ${previous.dialect} and ${next.dialect} cannot be written in ${ours.dialect}`,
    place: ours.name,
    remedy: 'Write the base version in OpenAPI 3.1, or list the documents in "documents" of the configuration',
  });
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
