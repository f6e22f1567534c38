/** Applies overlays, and orders the documents of all versions: each after the one that it extends. */
import { basename, join, relative, resolve } from '../document/path.js';
import {
  isObject,
  withProduct,
  type Document,
  type Json,
  type JsonObject,
  documentOf,
  type Specification,
  type OverlaySource,
} from '../document/index.js';
import { applyOverlay } from './apply-overlay.js';
import { assertDistinctVersions } from './assert-one-api.js';
import { compareVersions } from '../ir/index.js';
import { parseOverlay } from './parse-overlay.js';
import { resolveTimeline } from './resolve-timeline.js';
import { LadingError } from '../diagnostics/index.js';

/** The document of a version, and the version that it extends. */
export interface VersionDocument {
  readonly document: Document;
  /** The document with all operations, if a filter has left out some. */
  readonly whole?: Document;
  readonly extends?: string;
  /** The name of its source file, for the header of generated files. */
  readonly source: string;
  /** The overlay that makes the version, if there is one. */
  readonly overlay?: { readonly file: string; readonly content: Json };
}

/** Returns the versions of a specification, each after the version that it extends. They contain the product placeholder. */
export function versionsOfSpec(spec: Specification): readonly VersionDocument[] {
  // The name of a source must not depend on the machine or the working directory.
  const nameOf = (file: string) => join(basename(resolve(spec.folder)), relative(spec.folder, file));
  return versionsOf([spec.root], spec.overlays, nameOf);
}

/**
 * Orders whole documents and applies the overlays, each version after the version it extends. The newest document is the
 * base version; every other document extends the next newer one, and an overlay extends the version that it names.
 *
 * @param nameOf the name of a file in the header of generated files
 * @throws VERSION_DUPLICATE, OVERLAY_EXTENDS, OVERLAY_LOOP and what applying an overlay throws
 */
export function versionsOf(
  documents: readonly Document[],
  overlays: readonly OverlaySource[],
  nameOf: (file: string) => string = (file) => basename(file),
): readonly VersionDocument[] {
  const newestFirst = [...documents].sort((a, b) => compareVersions(b.version, a.version));
  assertDistinctVersions(newestFirst);
  const byVersion = new Map<string, VersionDocument>(
    newestFirst.map((document, index) => {
      const newer = newestFirst[index - 1];
      return [document.version, { document, source: nameOf(document.name), ...(newer && { extends: newer.version }) }];
    }),
  );
  const [root] = newestFirst;
  if (root === undefined) return [];
  const files = new Map([
    ...newestFirst.map(({ name, version }) => [resolve(name), version] as const),
    ...overlays.map(({ file, version }) => [resolve(file), version] as const),
  ]);
  const links = [
    ...newestFirst.slice(1).map(({ name, version }) => {
      return { file: name, content: undefined, version, extends: byVersion.get(version)?.extends ?? root.version };
    }),
    ...overlays.map((overlay) => ({ ...overlay, extends: files.get(resolve(overlay.extends)) ?? overlay.extends })),
  ];
  const ordered = resolveTimeline(root.version, links);
  for (const version of ordered) {
    const link = links.find((candidate) => candidate.version === version);
    const base = link && byVersion.get(link.extends);
    if (link?.content === undefined || base === undefined) continue;
    const { file, content } = link;
    const edited = applyOverlay(base.document.root, parseOverlay(file, content));
    const document = documentOf(file, edited);
    byVersion.set(version, { document, extends: link.extends, source: nameOf(file), overlay: { file, content } });
  }
  return ordered.flatMap((version) => byVersion.get(version) ?? []);
}

/** Replaces the product placeholder in all versions by the name of the product. */
export function withProductName(versions: readonly VersionDocument[], product: string): readonly VersionDocument[] {
  const renamed = new Map<Json, Json>();
  const spell = (content: Json) => (isObject(content) ? withProduct(content, product, renamed) : content);
  return versions.map((version) => ({
    ...version,
    document: { ...version.document, root: withProduct(version.document.root, product, renamed) },
    ...(version.overlay && { overlay: { ...version.overlay, content: spell(version.overlay.content) } }),
  }));
}

/**
 * Finds a version, written with or without a leading `v`.
 *
 * @param place the place that lists the versions, for the error
 * @throws VERSION_UNKNOWN
 */
export function versionNamed(
  versions: readonly VersionDocument[],
  wanted: string,
  place = 'spec/versions.yaml',
): VersionDocument & { readonly root: JsonObject } {
  const found = versions.find(({ document }) => [wanted, wanted.replace(/^v/, '')].includes(document.version));
  if (found !== undefined) return { ...found, root: found.document.root };
  throw new LadingError({
    code: 'VERSION_UNKNOWN',
    subject: `There is no version "${wanted}"`,
    place,
    remedy: `Name one of ${versions.map(({ document }) => document.version).join(', ')}`,
  });
}
