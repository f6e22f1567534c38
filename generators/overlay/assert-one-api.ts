/** Rejects documents that are not versions of one API. */
import { LadingError } from '../diagnostics/index.js';
import { get, type Document } from '../document/index.js';
import { versionSegment } from '../code/index.js';
import { compareVersions } from '../ir/index.js';
import { mapOperations } from './map-operations.js';
import type { VersionDocument } from './versions.js';

/**
 * @param remedy what to do instead of naming only one of them
 * @throws VERSION_DUPLICATE if two documents describe one version
 */
export function assertDistinctVersions(
  documents: readonly Document[],
  remedy = 'name their versions in a configuration: "documents": [{ "file", "version" }]',
): void {
  const [document, other] = sameVersion(documents) ?? [];
  if (document === undefined || other === undefined) return;
  throw new LadingError({
    code: 'VERSION_DUPLICATE',
    subject: `Two documents describe version "${other.version}"`,
    place: `${document.name}, ${other.name}`,
    remedy: `Name one of them, or ${remedy}`,
  });
}

/** Returns the first two documents that describe one version. */
export function sameVersion(documents: readonly Document[]): readonly [Document, Document] | undefined {
  for (const [index, document] of documents.entries()) {
    const other = documents.slice(0, index).find(({ version }) => isSame(version, document.version));
    if (other !== undefined) return [other, document];
  }
  return undefined;
}

/** Versions of one folder name, and those that no order distinguishes, are one version. */
function isSame(one: string, other: string): boolean {
  return versionSegment(one) === versionSegment(other) || compareVersions(one, other) === 0;
}

/**
 * Rejects a document that has operations, but none of the newer document that it is compared with: nothing could be converted, and
 * names of one API would be chosen by the other. Overlays are versions of what they extend, whatever remains of it.
 *
 * @throws VERSION_UNRELATED
 */
export function assertOneApi(versions: readonly VersionDocument[]): void {
  for (const { document, overlay, extends: base } of versions) {
    const other = overlay === undefined ? versions.find((each) => each.document.version === base)?.document : undefined;
    if (other === undefined) continue;
    const [own, others] = [operationKeys(document), operationKeys(other)];
    if (own.size === 0 || others.size === 0 || [...own].some((key) => others.has(key))) continue;
    throw new LadingError({
      code: 'VERSION_UNRELATED',
      subject: `The documents of versions "${document.version}" and "${other.version}" share no operation, so that they are not versions of one API`,
      place: `${document.name}, ${other.name}`,
      remedy:
        'Generate each with a configuration and an output folder of its own. If they are versions of one API, give operations that are the same one name: "names": { "operations": … }',
    });
  }
}

/** Returns what identifies the operations of a document in another version: their IDs, and their methods and paths. */
function operationKeys({ root }: Document): ReadonlySet<string> {
  const keys = new Set<string>();
  mapOperations(root, (operation, { method, path }) => {
    const id = get(operation, 'operationId');
    if (typeof id === 'string') keys.add(id);
    keys.add(`${method} ${path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '')}`);
    return operation;
  });
  return keys;
}
