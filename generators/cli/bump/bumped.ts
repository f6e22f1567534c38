/** A bump from its options to the files it writes: what the command and the generator of Nx have in common. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compareVersions, versionsOfSpec, type VersionDocument } from '../../overlay/index.js';
import type { Specification } from '../../document/index.js';
import { versionSegment, type OutputFile } from '../../code/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { readDocument, readPatches, readSpec } from '../../read/index.js';
import { fromHere } from '../place.js';
import { extendsOf, specFilesOf } from './files.js';
import { overlayPackageFiles } from './hand-files.js';
import { planBump, type BumpPlan } from './plan.js';

export interface BumpOptions {
  readonly previous?: string;
  readonly spec?: string;
  readonly out?: string;
}

export interface Bumped {
  readonly plan: BumpPlan;
  /** What a bump writes by itself; what is generated from it comes after. */
  readonly files: readonly Texts[];
}

/** Files below a folder, which is named as the user would from where they stand. */
export interface Texts {
  readonly root: string;
  readonly texts: readonly OutputFile[];
}

/** Writes nothing. @throws VERSION_DUPLICATE for a version that is there, and what reading and normalizing throw */
export async function bumped(path: string, options: BumpOptions): Promise<Bumped> {
  const folder = options.spec ?? fromHere('spec');
  const spec = readSpec(folder);
  const next = readDocument(path);
  const base = baseOf(versionsOfSpec(spec), next.version, folder);
  const previous = readPrevious(path, next.version, base.document.version, options.previous);
  const plan = await planBump({
    base,
    previous,
    next,
    patches: patchesOf(folder),
    product: spec.product,
    file: join(folder, 'overlays', `v${versionSegment(next.version)}.yaml`),
    extends: extendsOf(folder, fileOf(spec, base.document.version)),
  });
  return { plan, files: filesOf(plan, folder, options) };
}

/** Whether packages can be generated: nothing is undecided, and a specification elsewhere names a folder for them. */
export function generates(plan: BumpPlan, { spec, out }: BumpOptions): boolean {
  return plan.undecided.length === 0 && (spec === undefined || out !== undefined);
}

/** A specification whose published documents have no mistakes needs no patches. */
function patchesOf(folder: string) {
  const patches = join(folder, 'patches');
  return existsSync(patches) ? readPatches(patches) : [];
}

/** The version that the new one extends: the newest, or for a version in between the next newer. @throws VERSION_DUPLICATE */
function baseOf(versions: readonly VersionDocument[], version: string, folder: string): VersionDocument {
  const sorted = [...versions].sort((a, b) => compareVersions(a.document.version, b.document.version));
  const same = sorted.find(({ document }) => compareVersions(document.version, version) === 0);
  const base = sorted.find(({ document }) => compareVersions(document.version, version) > 0) ?? sorted.at(-1);
  if (same === undefined && base !== undefined) return base;
  throw new LadingError({
    code: 'VERSION_DUPLICATE',
    subject: `The specification holds version "${version}" already`,
    place: join(folder, 'versions.yaml'),
    remedy: 'Edit its overlay, or name the document of another version',
  });
}

/** The published document of the version that is extended. It is no part of the repository, so it lies where the new one does. */
function readPrevious(path: string, version: string, base: string, given: string | undefined) {
  const name = basename(path);
  if (given === undefined && !name.includes(version)) {
    throw new LadingError({
      code: 'USAGE',
      subject: `The name "${name}" does not tell where the document of version ${base} lies`,
      place: 'lading bump',
      remedy: `Name what was published of ${base}: --previous FILE`,
    });
  }
  const previous = readDocument(given ?? join(dirname(path), name.replace(version, base)));
  if (compareVersions(previous.version, base) === 0) return previous;
  throw new LadingError({
    code: 'VERSION_UNKNOWN',
    subject: `The document describes version "${previous.version}", and ${base} is what version ${version} extends`,
    place: `${previous.name}#/info/version`,
    remedy: `Name what was published of ${base}: --previous FILE`,
  });
}

function fileOf({ root, overlays }: Specification, version: string): string {
  return overlays.find((overlay) => overlay.version === version)?.file ?? root.name;
}

function filesOf(plan: BumpPlan, folder: string, options: BumpOptions): readonly Texts[] {
  const spec = { root: folder, texts: specFilesOf(plan, folder) };
  // A workspace of its own has no overlay package, which is where people write by hand.
  if (options.spec !== undefined || options.out !== undefined) return [spec];
  const root = fromHere('packages');
  // What somebody began by hand stays.
  return [spec, { root, texts: overlayPackageFiles(plan).filter(({ path }) => !existsSync(join(root, path))) }];
}
