/** Writes the generated files, and updates the dependencies of handwritten packages for all versions. */
import { existsSync } from 'node:fs';
import { join } from '../document/path.js';
import { isPackageOf, type OutputFile } from '../code/index.js';
import { parseText, readText } from '../read/index.js';
import { writeFiles, writeTree, type WriteReport } from '../write/index.js';
import type { GenerateRequest } from './generate-request.js';
import type { GeneratedFiles } from './generate.js';
import type { VersionDependencies } from './pipeline/index.js';
import { updateDependencies } from './update-dependencies.js';

/**
 * Writes the output except files that the build of a package writes, or compares it with the disk.
 *
 * @throws WRITE_…; DOCUMENT_STRUCTURE for an invalid package.json of a handwritten package, before anything is written
 */
export async function writeOutput(
  request: GenerateRequest,
  { files, dependencies }: GeneratedFiles,
  mode: 'write' | 'check',
): Promise<WriteReport> {
  const { out, workspace } = request;
  const manifests = dependencies.flatMap((one) => staleManifest(request, one));
  const report = await writeTree({
    root: out,
    shared: !workspace,
    generator: 'lading',
    mode,
    files: files.filter(({ isBuilt }) => isBuilt !== true),
  });
  if (manifests.length === 0) return report;
  if (mode === 'write') await writeFiles(out, manifests);
  const status = mode === 'write' ? ('written' as const) : ('stale' as const);
  return {
    ...report,
    fresh: report.fresh && mode === 'write',
    files: [...report.files, ...manifests.map(({ path }) => ({ path, status }))],
  };
}

/** Returns the package.json of a handwritten package if its dependencies are out of date. The output folder need not contain the package. */
function staleManifest(
  { out, naming }: GenerateRequest,
  { folder, packageKinds, dependencies: wanted }: VersionDependencies,
): readonly OutputFile[] {
  const path = `${folder}/package.json`;
  const file = join(out, path);
  if (!existsSync(file)) return [];
  const text = readText(file);
  const isOfVersion = (name: string) => packageKinds.some((kind) => isPackageOf(naming, kind, name));
  const updated = updateDependencies(text, parseText(file, text), { wanted, isOfVersion }, file);
  return updated === text ? [] : [{ path, text: updated }];
}
