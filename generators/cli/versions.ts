/** The versions a run is about: those of the specification, or those of documents that the user names. */
import { basename, join, relative, resolve } from 'node:path';
import { isObject, withProduct, type Document, type Json, type JsonObject } from '../document/index.js';
import { versionSegment } from '../code/index.js';
import { applyOverlay, parseOverlay, resolveTimeline } from '../overlay/index.js';
import { LadingError } from '../problem/index.js';
import { documentOf, readDocument, type Spec } from '../read/index.js';

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
  const files = new Map([
    [spec.root.name, spec.root.version],
    ...spec.overlays.map(({ file, version }) => [file, version] as const),
  ]);
  const links = spec.overlays.map((overlay) => ({
    ...overlay,
    extends: files.get(overlay.extends) ?? overlay.extends,
  }));
  const made = new Map<string, VersionDocument>([
    [spec.root.version, { document: spec.root, source: shown(spec.root.name) }],
  ]);
  for (const version of resolveTimeline(spec.root.version, links)) {
    const link = links.find((candidate) => candidate.version === version);
    const base = link && made.get(link.extends);
    if (link === undefined || base === undefined) continue;
    const root = applyOverlay(base.document.root, parseOverlay(link.file, link.content));
    const { file, content } = link;
    made.set(version, {
      document: documentOf(file, root),
      extends: link.extends,
      source: shown(file),
      overlay: { file, content },
    });
  }
  return [...made.values()];
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

/** The versions of documents that the user names: the newest is the root, each other extends the next newer one. */
export function versionsOfDocuments(paths: readonly string[]): readonly VersionDocument[] {
  const documents = paths.map(readDocument).sort((a, b) => compareVersions(b.version, a.version));
  documents.forEach((document, index) => refuseDuplicate(document, documents[index - 1]));
  return documents.map((document, index) => {
    const newer = documents[index - 1];
    const source = document.name.split('/').at(-1) ?? document.name;
    return { document, source, ...(newer && { extends: newer.version }) };
  });
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
    remedy: 'Name one of them',
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
