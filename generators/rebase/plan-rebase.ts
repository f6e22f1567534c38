/** Plans which files of a specification a rebase writes and removes. */
import { join, relative } from '../document/path.js';
import { parseDocument } from 'yaml';
import type { Specification } from '../document/index.js';
import type { OutputFile } from '../code/index.js';
import { printOverlay } from '../compare/index.js';
import { parseOverlay, versionNamed, type VersionDocument } from '../overlay/index.js';
import { LadingError } from '../diagnostics/index.js';
import { onFileRead, readDocument, readText } from '../read/index.js';
import { assertNew } from '../write/index.js';
import { invertOverlay } from './invert-overlay.js';
import { splitDocument } from './split-document.js';

export interface RebasePlan {
  readonly version: string;
  /** The versions between the former base version and the new one, whose overlays are inverted. */
  readonly inverted: readonly string[];
  /** Paths below the folder of the specification. */
  readonly files: readonly OutputFile[];
  /** Paths below the folder of the specification. */
  readonly removed: readonly string[];
}

/** Plans a rebase. @throws VERSION_UNKNOWN; USAGE if the version is already the base version; WRITE_FOREIGN */
export function planRebase(spec: Specification, versions: readonly VersionDocument[], wanted: string): RebasePlan {
  const { folder } = spec;
  const target = versionNamed(versions, wanted, join(folder, 'versions.yaml'));
  const { version } = target.document;
  const chain = chainTo(versions, target);
  if (chain.length === 0) {
    throw new LadingError({
      code: 'USAGE',
      subject: `Version ${version} is already the base version`,
      place: 'lading rebase',
      remedy: 'Name another version',
    });
  }
  const root = `v${version}/openapi.yaml`;
  const placeOf = (of: string) => (of === version ? `../${root}` : `v${of}.yaml`);
  // Each link of the chain is inverted: the version that was extended now extends the other one.
  const invertedOverlays = chain.map(({ base, extending }) => {
    const name = join(folder, 'overlays', `v${base.document.version}.yaml`);
    const { file = '', content = null } = extending.overlay ?? {};
    const overlay = invertOverlay({
      overlay: parseOverlay(file, content),
      from: base.document,
      to: extending.document,
      name,
      extends: placeOf(extending.document.version),
    });
    return {
      version: base.document.version,
      path: `overlays/v${base.document.version}.yaml`,
      text: headed(overlay.info.version, extending.document.version, printOverlay(overlay)),
    };
  });
  const others = spec.overlays.filter(
    (overlay) => !chain.some(({ extending }) => extending.document.version === overlay.version),
  );
  const relinked = others.flatMap((overlay) => {
    const base = versions.find(({ document }) => document.version === overlay.version)?.extends ?? '';
    const place = relative(folder, overlay.file);
    const wantedBase = base === version ? `../${root}` : `v${base}.yaml`;
    const text = readText(overlay.file);
    const next = text.replace(/^extends:.*$/m, `extends: ${wantedBase}`);
    return next === text ? [] : [{ path: place, text: next }];
  });
  const listedPaths = [
    ...others.map(({ file }) => relative(folder, file)),
    ...invertedOverlays.map(({ path }) => path),
  ];
  const added: readonly OutputFile[] = [
    ...splitDocument(target.document.root, version).map(({ path, text }) => ({ path: `v${version}/${path}`, text })),
    ...invertedOverlays.map(({ path, text }) => ({ path, text })),
  ];
  const written: readonly OutputFile[] = [
    ...added,
    ...relinked,
    { path: 'versions.yaml', text: listed(readText(join(folder, 'versions.yaml')), root, listedPaths) },
  ];
  // Others in its folder belong to somebody.
  const rootFiles = new Set<string>();
  onFileRead(
    (path) => rootFiles.add(relative(folder, path)),
    () => readDocument(spec.root.name),
  );
  const invertedFiles = chain.map(({ extending }) => relative(folder, extending.overlay?.file ?? ''));
  const former = [...rootFiles, ...invertedFiles];
  assertNew(
    folder,
    added.filter(({ path }) => !former.includes(path)),
  );
  return {
    version,
    inverted: invertedOverlays.map(({ version: one }) => one),
    files: written,
    removed: former.filter((path) => !written.some((file) => file.path === path)),
  };
}

/** A version and one that extends it. */
interface VersionLink {
  readonly base: VersionDocument;
  readonly extending: VersionDocument;
}

/** The links from the base version to the version, in order. */
function chainTo(versions: readonly VersionDocument[], target: VersionDocument): readonly VersionLink[] {
  const base = versions.find(({ document }) => document.version === target.extends);
  return base === undefined ? [] : [...chainTo(versions, base), { base, extending: target }];
}

function listed(text: string, root: string, overlays: readonly string[]): string {
  const list = parseDocument(text);
  list.set('root', root);
  list.set('overlays', overlays);
  return list.toString({ lineWidth: 0 });
}

function headed(version: string, base: string, text: string): string {
  return `# The differences of version ${version} of the API from ${base}.\n\n${text}`;
}
