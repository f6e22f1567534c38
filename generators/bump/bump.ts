/** Plans a bump: the files that a published document adds to the specification. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from '../document/path.js';
import { versionSegment, type OutputFile } from '../code/index.js';
import { LadingError } from '../diagnostics/index.js';
import type { Document, Specification } from '../document/index.js';
import { versionsOfSpec, type VersionDocument } from '../overlay/index.js';
import { compareVersions } from '../ir/index.js';
import { readDocument, readCorrections, readSpec } from '../read/index.js';
import { assertNew, completeInterrupted } from '../write/index.js';
import { planBump, type BumpPlan } from './plan-bump.js';
import { extendsOf, specFilesOf } from './spec-files.js';

/** The inputs of a bump. */
export interface BumpRequest {
  /** The published document of the new version. */
  readonly document: string;
  /** The published document of the version that the new one extends; by default it is searched beside `document`. */
  readonly previous?: string;
  /** The folder of the specification. */
  readonly spec: string;
}

/** The plan of a bump, and its files. */
export interface BumpResult {
  readonly plan: BumpPlan;
  /** The files to be written into the folder of the specification before packages are generated. */
  readonly files: readonly OutputFile[];
}

/**
 * Plans the bump and prints its files, without writing any.
 *
 * @throws VERSION_DUPLICATE if the specification has the version already, WRITE_FOREIGN if its file exists all the same, and whatever reading and normalizing throw
 */
export async function bump(request: BumpRequest): Promise<BumpResult> {
  await completeInterrupted(request.spec);
  const spec = readSpec(request.spec);
  const next = readDocument(request.document);
  const base = baseVersion(versionsOfSpec(spec), next.version, request.spec);
  const plan = await planBump({
    base,
    previous: readPrevious(request, next.version, base.document.version),
    next,
    corrections: correctionsOf(request.spec),
    product: spec.product,
    file: join(request.spec, 'overlays', `v${versionSegment(next.version)}.yaml`),
    extends: extendsOf(request.spec, fileOf(spec, base.document.version)),
  });
  const files = specFilesOf(plan, request.spec);
  assertNew(
    request.spec,
    files.filter(({ path }) => path !== 'versions.yaml'),
  );
  return { plan, files };
}

/** Returns no corrections for a specification without a folder of them: its published documents have no known mistakes. */
function correctionsOf(folder: string) {
  const corrections = join(folder, 'corrections');
  return existsSync(corrections) ? readCorrections(corrections) : [];
}

/**
 * Finds the version that the new one extends: the newest version, or for a version in between the next newer one.
 *
 * @throws VERSION_DUPLICATE
 */
function baseVersion(versions: readonly VersionDocument[], version: string, folder: string): VersionDocument {
  const sorted = [...versions].sort((a, b) => compareVersions(a.document.version, b.document.version));
  const duplicate = sorted.find(({ document }) => compareVersions(document.version, version) === 0);
  const base = sorted.find(({ document }) => compareVersions(document.version, version) > 0) ?? sorted.at(-1);
  if (duplicate === undefined && base !== undefined) return base;
  throw new LadingError({
    code: 'VERSION_DUPLICATE',
    subject: `The specification already contains version "${version}"`,
    place: join(folder, 'versions.yaml'),
    remedy: 'Edit its overlay, or name the document of another version',
  });
}

/**
 * Reads the published document of the base version. The repository does not contain it, so it is searched beside the new one.
 *
 * @throws USAGE if the name of the new document does not contain its version; VERSION_UNKNOWN for another version
 */
function readPrevious({ document, previous: given }: BumpRequest, version: string, base: string): Document {
  const name = basename(document);
  if (given === undefined && !name.includes(version)) {
    throw new LadingError({
      code: 'USAGE',
      subject: `The name "${name}" does not contain its version, so that the document of version ${base} is not found`,
      place: 'lading bump',
      remedy: `Name the published document of ${base}: --previous FILE`,
    });
  }
  const previous = readDocument(given ?? join(dirname(document), name.replace(version, base)));
  if (compareVersions(previous.version, base) === 0) return previous;
  throw new LadingError({
    code: 'VERSION_UNKNOWN',
    subject: `The document describes version "${previous.version}", but version ${version} extends ${base}`,
    place: `${previous.name}#/info/version`,
    remedy: `Name the published document of ${base}: --previous FILE`,
  });
}

function fileOf({ root, overlays }: Specification, version: string): string {
  return overlays.find((overlay) => overlay.version === version)?.file ?? root.name;
}
