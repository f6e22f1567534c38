/** Makes another version the base version of a specification. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from '../document/path.js';
import { LadingError } from '../diagnostics/index.js';
import { versionsOfSpec, type VersionDocument } from '../overlay/index.js';
import { readSpec } from '../read/index.js';
import { removePaths, writeTexts } from '../write/index.js';
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
export function rebase(folder: string, version: string, { dryRun = false } = {}): RebaseResult {
  const spec = readSpec(folder);
  const versions = versionsOfSpec(spec);
  const plan = planRebase(spec, versions, version);
  assertEqualMeaning(folder, versions, plan);
  if (!dryRun) write(folder, plan);
  return { ...plan, versions: versions.length };
}

function assertEqualMeaning(folder: string, before: readonly VersionDocument[], plan: RebasePlan): void {
  const differences = semanticDifferences(before, versionsAfter(folder, plan));
  if (differences.length === 0) return;
  throw new LadingError({
    code: 'OVERLAY_RULE',
    subject: `The rebased specification would have another meaning: ${differences.join(' ')}`,
    place: folder,
    remedy: 'Nothing was written; change the overlay so that it can be inverted, or rebase by hand',
  });
}

/** The versions of a copy of the specification after the plan. */
function versionsAfter(folder: string, plan: RebasePlan): readonly VersionDocument[] {
  const copy = mkdtempSync(join(tmpdir(), 'lading-rebase-'));
  try {
    cpSync(folder, copy, { recursive: true });
    write(copy, plan);
    return versionsOfSpec(readSpec(copy));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function write(folder: string, { files, removed }: RebasePlan): void {
  writeTexts(folder, files);
  removePaths(folder, removed);
}
