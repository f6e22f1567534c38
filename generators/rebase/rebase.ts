/** Makes another version the base version of a specification. */
import { cpSync } from 'node:fs';
import { LadingError } from '../diagnostics/index.js';
import { versionsOfSpec, type VersionDocument } from '../overlay/index.js';
import { readSpec } from '../read/index.js';
import {
  completeInterrupted,
  createTemporaryFolder,
  onDisk,
  removeTemporaryFolder,
  writeFiles,
} from '../write/index.js';
import { planRebase, type RebasePlan } from './plan-rebase.js';
import { semanticDifferences } from './verify-rebase.js';

export interface RebaseResult extends RebasePlan {
  /** The number of versions of the specification. */
  readonly versions: number;
}

/**
 * Plans the rebase, verifies it on a copy, and then writes it.
 *
 * @param folder the folder of the specification
 * @param version the new base version
 * @param options.dryRun writes nothing
 * @throws OVERLAY_RULE if a version of the rebased specification would have another meaning
 */
export async function rebase(folder: string, version: string, { dryRun = false } = {}): Promise<RebaseResult> {
  await completeInterrupted(folder);
  const spec = readSpec(folder);
  const versions = versionsOfSpec(spec);
  const plan = planRebase(spec, versions, version);
  await assertEqualMeaning(folder, versions, plan);
  if (!dryRun) await writeFiles(folder, plan.files, plan.removed);
  return { ...plan, versions: versions.length };
}

async function assertEqualMeaning(folder: string, before: readonly VersionDocument[], plan: RebasePlan): Promise<void> {
  const differences = semanticDifferences(before, await versionsAfter(folder, plan));
  if (differences.length === 0) return;
  throw new LadingError({
    code: 'OVERLAY_RULE',
    subject: `The rebased specification would have another meaning: ${differences.join(' ')}`,
    place: folder,
    remedy: 'Nothing was written; change the overlay so that it can be inverted, or rebase by hand',
  });
}

/** The versions of a copy of the specification after the plan. */
async function versionsAfter(folder: string, { files, removed }: RebasePlan): Promise<readonly VersionDocument[]> {
  const copy = createTemporaryFolder('lading-rebase-');
  try {
    onDisk(copy, () => cpSync(folder, copy, { recursive: true }));
    await writeFiles(copy, files, removed);
    return versionsOfSpec(readSpec(copy));
  } finally {
    removeTemporaryFolder(copy);
  }
}
