/** Reads the statements about images from an archive, and selects those that a client asks for. */
import type { OCIDescriptor } from '@lading/types-v1.44';
import { isIndex, readManifest, type ContentDescriptor, type ImageIndex } from '../../distribution/manifest.js';
import { matchesPlatform, type ImagePlatform } from '../../distribution/platform.js';
import type { AttestationRecord } from '../../state/image-record.js';

/** A statement in a response of ImageAttestations. */
export interface AttestationStatement {
  readonly Descriptor: OCIDescriptor | AttestationRecord['descriptor'];
  readonly PredicateType: string;
  readonly Statement?: unknown;
}

export interface AttestationQuery {
  readonly platform?: ImagePlatform | undefined;
  readonly types: readonly string[];
  readonly withStatement: boolean;
}

/** Returns a file of the archive, if it is there: an archive of one platform lists the others too. */
type OptionalFile = (path: string) => string | undefined;

/**
 * Returns the statements by the path of the configuration file of the image that they are about. An image without an entry is
 * not part of an index. What the archive lists and does not contain is ignored.
 */
export function attestationsIn(file: OptionalFile): ReadonlyMap<string, readonly AttestationRecord[]> {
  const found = new Map<string, readonly AttestationRecord[]>();
  const layout = indexOf(file('index.json'));
  for (const descriptor of layout?.manifests ?? []) {
    const index = isIndex(descriptor.mediaType) ? indexOf(file(pathOf(descriptor))) : undefined;
    for (const image of index?.manifests ?? []) {
      if (subjectOf(image) !== undefined) continue;
      const manifest = manifestOf(file(pathOf(image)));
      if (manifest === undefined) continue;
      const statements = (index?.manifests ?? [])
        .filter((other) => subjectOf(other) === image.digest)
        .flatMap((other) => manifestOf(file(pathOf(other)))?.layers ?? [])
        .flatMap((layer) => statementOf(layer, file));
      found.set(pathOf(manifest.config), statements);
    }
  }
  return found;
}

/**
 * @returns undefined if the image has no manifest for the platform
 */
export function selectAttestations(
  {
    attestations,
    platform,
  }: { readonly attestations?: readonly AttestationRecord[]; readonly platform: ImagePlatform },
  query: AttestationQuery,
): readonly AttestationStatement[] | undefined {
  if (attestations === undefined) return [];
  if (query.platform !== undefined && !matchesPlatform(platform, query.platform)) return undefined;
  return attestations
    .filter(({ predicateType }) => query.types.length === 0 || query.types.includes(predicateType))
    .map(({ descriptor, predicateType, statement }) => ({
      Descriptor: descriptor,
      PredicateType: predicateType,
      ...(query.withStatement && statement !== undefined && { Statement: JSON.parse(statement) as unknown }),
    }));
}

function statementOf({ mediaType, digest, size, annotations = {} }: ContentDescriptor, file: OptionalFile) {
  const predicateType = annotations['in-toto.io/predicate-type'];
  if (predicateType === undefined) return [];
  const text = file(pathOf({ digest }));
  const record: AttestationRecord = {
    descriptor: { mediaType, digest, size, annotations },
    predicateType,
    ...(text !== undefined && isJsonObject(text) && { statement: text }),
  };
  return [record];
}

/** The digest of the image that a manifest of an index is about; undefined for an image. */
function subjectOf({ annotations = {} }: ContentDescriptor): string | undefined {
  return annotations['vnd.docker.reference.type'] === 'attestation-manifest'
    ? (annotations['vnd.docker.reference.digest'] ?? '')
    : undefined;
}

function indexOf(text: string | undefined): ImageIndex | undefined {
  const manifest = read(text);
  return manifest?.kind === 'index' ? manifest : undefined;
}

function manifestOf(text: string | undefined) {
  const manifest = read(text);
  return manifest?.kind === 'image' ? manifest : undefined;
}

function read(text: string | undefined): ReturnType<typeof readManifest> | undefined {
  try {
    return text === undefined ? undefined : readManifest(text);
  } catch {
    return undefined;
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function pathOf({ digest }: Pick<ContentDescriptor, 'digest'>): string {
  return `blobs/${digest.replace(':', '/')}`;
}
