/** A newer version becomes the root: which files of the specification that writes, and which it takes away. */
import { dirname, join, relative } from 'node:path';
import { parseDocument } from 'yaml';
import type { Specification } from '../../document/index.js';
import type { OutputFile } from '../../code/index.js';
import { printOverlay } from '../../compare/index.js';
import { parseOverlay, versionNamed, type VersionDocument } from '../../overlay/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { readText } from '../../read/index.js';
import { inverted } from './invert.js';
import { splitDocument } from './split.js';

export interface RebasePlan {
  readonly version: string;
  /** Versions that were whole or nearer to the root, and are overlays the other way round now. */
  readonly inverted: readonly string[];
  /** Paths below the folder of the specification. */
  readonly files: readonly OutputFile[];
  readonly gone: readonly string[];
}

/** @throws VERSION_UNKNOWN; USAGE for the version that is the root already */
export function planRebase(spec: Specification, versions: readonly VersionDocument[], wanted: string): RebasePlan {
  const { folder } = spec;
  const target = versionNamed(versions, wanted, join(folder, 'versions.yaml'));
  const { version } = target.document;
  const chain = chainTo(versions, target);
  if (chain.length === 0) {
    throw new LadingError({
      code: 'USAGE',
      subject: `Version ${version} is the root already`,
      place: 'lading rebase',
      remedy: 'Name another version',
    });
  }
  const root = `v${version}/openapi.yaml`;
  const placeOf = (of: string) => (of === version ? `../${root}` : `v${of}.yaml`);
  // From the root on, each link of the chain is turned round: what was extended extends.
  const turned = chain.map(({ base, made }) => {
    const name = join(folder, 'overlays', `v${base.document.version}.yaml`);
    const { file = '', content = null } = made.overlay ?? {};
    const overlay = inverted({
      overlay: parseOverlay(file, content),
      from: base.document,
      to: made.document,
      name,
      extends: placeOf(made.document.version),
    });
    return {
      version: base.document.version,
      path: `overlays/v${base.document.version}.yaml`,
      text: headed(overlay.info.version, made.document.version, printOverlay(overlay)),
    };
  });
  const others = spec.overlays.filter(
    (overlay) => !chain.some(({ made }) => made.document.version === overlay.version),
  );
  const relinked = others.flatMap((overlay) => {
    const base = versions.find(({ document }) => document.version === overlay.version)?.extends ?? '';
    const place = relative(folder, overlay.file);
    const wantedBase = base === version ? `../${root}` : `v${base}.yaml`;
    const text = readText(overlay.file);
    const next = text.replace(/^extends:.*$/m, `extends: ${wantedBase}`);
    return next === text ? [] : [{ path: place, text: next }];
  });
  const listedPaths = [...others.map(({ file }) => relative(folder, file)), ...turned.map(({ path }) => path)];
  const written: readonly OutputFile[] = [
    ...splitDocument(target.document.root, version).map(({ path, text }) => ({ path: `v${version}/${path}`, text })),
    ...turned.map(({ path, text }) => ({ path, text })),
    ...relinked,
    { path: 'versions.yaml', text: listed(readText(join(folder, 'versions.yaml')), root, listedPaths) },
  ];
  const former = chain.map(({ made }) => relative(folder, made.overlay?.file ?? ''));
  return {
    version,
    inverted: turned.map(({ version: one }) => one),
    files: written,
    gone: [relative(folder, dirname(spec.root.name)), ...former].filter(
      (path) => !written.some((file) => file.path === path),
    ),
  };
}

interface Link {
  readonly base: VersionDocument;
  readonly made: VersionDocument;
}

/** From the root to the version, link by link. */
function chainTo(versions: readonly VersionDocument[], target: VersionDocument): readonly Link[] {
  const base = versions.find(({ document }) => document.version === target.extends);
  return base === undefined ? [] : [...chainTo(versions, base), { base, made: target }];
}

function listed(text: string, root: string, overlays: readonly string[]): string {
  const list = parseDocument(text);
  list.set('root', root);
  list.set('overlays', overlays);
  return list.toString({ lineWidth: 0 });
}

function headed(version: string, base: string, text: string): string {
  return `# How version ${version} of the API differs from ${base}: the only place that says so. See spec/README.md for how to read it.\n\n${text}`;
}
