/** The versions a run is about: those of the specification, or those of documents that the user names. */
import { basename, join, normalize, relative, resolve } from 'node:path';
import { isObject, withProduct, type Document, type Json, type JsonObject } from '../document/index.js';
import { versionSegment } from '../code/index.js';
import { applyOverlay, parseOverlay, resolveTimeline } from '../overlay/index.js';
import { LadingError } from '../diagnostics/index.js';
import { documentOf, readDocument, type Spec, type SpecOverlay } from '../read/index.js';

/** A version as a document, and the one it extends. */
export interface VersionDocument {
  readonly document: Document;
  readonly extends?: string;
  /** What the head of a generated file says of where it comes from. */
  readonly source: string;
  /** The overlay that made it, where one is written. */
  readonly overlay?: { readonly file: string; readonly content: Json };
}

/** Each version of the specification, every one behind the one it extends. Still with the neutral word. */
export function versionsOfSpec(spec: Spec): readonly VersionDocument[] {
  // The same on every machine and from every folder.
  const shown = (file: string) => join(basename(resolve(spec.folder)), relative(spec.folder, file));
  return versionsOf([spec.root], spec.overlays, shown);
}

/** The versions of documents that the user names. */
export function versionsOfDocuments(paths: readonly string[]): readonly VersionDocument[] {
  return versionsOf(paths.map(readDocument), []);
}

/**
 * Whole documents and the overlays on them, each version behind the one it extends. The newest document is the root,
 * each other extends the next newer one, and an overlay what it says.
 *
 * @param shown how the head of a generated file names a source
 * @throws VERSION_DUPLICATE, OVERLAY_EXTENDS, OVERLAY_LOOP and what applying an overlay throws
 */
export function versionsOf(
  documents: readonly Document[],
  overlays: readonly SpecOverlay[],
  shown: (file: string) => string = (file) => basename(file),
): readonly VersionDocument[] {
  const newestFirst = [...documents].sort((a, b) => compareVersions(b.version, a.version));
  newestFirst.forEach((document, index) => refuseDuplicate(document, newestFirst[index - 1]));
  const made = new Map<string, VersionDocument>(
    newestFirst.map((document, index) => {
      const newer = newestFirst[index - 1];
      return [document.version, { document, source: shown(document.name), ...(newer && { extends: newer.version }) }];
    }),
  );
  const [root] = newestFirst;
  if (root === undefined) return [];
  const files = new Map([
    ...newestFirst.map(({ name, version }) => [normalize(name), version] as const),
    ...overlays.map(({ file, version }) => [file, version] as const),
  ]);
  const links = [
    ...newestFirst.slice(1).map(({ name, version }) => {
      return { file: name, content: undefined, version, extends: made.get(version)?.extends ?? root.version };
    }),
    ...overlays.map((overlay) => ({ ...overlay, extends: files.get(overlay.extends) ?? overlay.extends })),
  ];
  const ordered = resolveTimeline(root.version, links);
  for (const version of ordered) {
    const link = links.find((candidate) => candidate.version === version);
    const base = link && made.get(link.extends);
    if (link?.content === undefined || base === undefined) continue;
    const { file, content } = link;
    const edited = applyOverlay(base.document.root, parseOverlay(file, content));
    const document = documentOf(file, edited);
    made.set(version, { document, extends: link.extends, source: shown(file), overlay: { file, content } });
  }
  return ordered.flatMap((version) => made.get(version) ?? []);
}

/** The same with the product's name in the place of the neutral word. */
export function named(versions: readonly VersionDocument[], product: string): readonly VersionDocument[] {
  const spell = (content: Json) => (isObject(content) ? withProduct(content, product) : content);
  return versions.map((version) => ({
    ...version,
    document: { ...version.document, root: withProduct(version.document.root, product) },
    ...(version.overlay && { overlay: { ...version.overlay, content: spell(version.overlay.content) } }),
  }));
}

/** Numbers by value, so that 1.9 is older than 1.10; whatever is no number by its letters. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.'));
  for (let index = 0; index < Math.max(left?.length ?? 0, right?.length ?? 0); index += 1) {
    const [one = '0', other = '0'] = [left?.[index], right?.[index]];
    const difference = Number(one) - Number(other);
    if (Number.isNaN(difference) ? one !== other : difference !== 0)
      return Number.isNaN(difference) ? (one < other ? -1 : 1) : difference;
  }
  return 0;
}

function refuseDuplicate(document: Document, other: Document | undefined): void {
  if (other === undefined || versionSegment(other.version) !== versionSegment(document.version)) return;
  throw new LadingError({
    code: 'VERSION_DUPLICATE',
    subject: `Two documents describe version "${document.version}"`,
    place: `${other.name}, ${document.name}`,
    remedy: 'Name one of them, or name their versions in a configuration: "documents": [{ "file", "version" }]',
  });
}

/** A document of the specification by its version. @throws VERSION_UNKNOWN */
export function versionNamed(
  versions: readonly VersionDocument[],
  wanted: string,
  place = 'spec/versions.yaml',
): VersionDocument & { readonly root: JsonObject } {
  const found = versions.find(({ document }) => document.version === wanted.replace(/^v/, ''));
  if (found !== undefined) return { ...found, root: found.document.root };
  throw new LadingError({
    code: 'VERSION_UNKNOWN',
    subject: `There is no version "${wanted}"`,
    place,
    remedy: `Name one of ${versions.map(({ document }) => document.version).join(', ')}`,
  });
}
