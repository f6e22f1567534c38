/** `lading rebase`: a newer version becomes the whole root, and the older ones overlays on it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { versionsOfSpec, type VersionDocument } from '../../overlay/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { readSpec } from '../../read/index.js';
import { removePaths, writeTexts } from '../../write/index.js';
import { exitCodes } from '../exit-codes.js';
import { fromHere } from '../place.js';
import { planRebase, type RebasePlan } from '../rebase/plan.js';
import { differencesInMeaning } from '../rebase/proof.js';

interface RebaseOptions {
  readonly dryRun?: true;
  readonly spec?: string;
  readonly json?: true;
}

const examples = `
Every version means the same before and after: that is proved on a copy before a file of the specification is touched.
Packages change their shape (which one is whole, which re-exports), not their meaning: run lading generate afterwards,
and say the fix of each released package in released.yaml.

Examples:
  $ lading rebase 1.45 --dry-run
  $ lading rebase 1.45 && lading generate`;

export function rebaseCommand(program: Command, ended: (code: number) => void): void {
  program
    .command('rebase <version>')
    .description('Make a version the whole root of the specification, and those before it overlays')
    .option('--dry-run', 'write nothing; only prove it, and name the files')
    .option('--spec <dir>', 'rebase the specification in this folder instead of spec/')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action((version: string, options: RebaseOptions) => ended(rebase(version, options)));
}

function rebase(wanted: string, { dryRun, spec, json }: RebaseOptions): number {
  const folder = spec ?? fromHere('spec');
  const read = readSpec(folder);
  const before = versionsOfSpec(read);
  const plan = planRebase(read, before, wanted);
  const differences = proved(folder, before, plan);
  if (differences.length > 0) {
    throw new LadingError({
      code: 'OVERLAY_RULE',
      subject: `The rebased specification would mean something else: ${differences.join(' ')}`,
      place: folder,
      remedy: 'Nothing was written; bring the overlay to a form that can be turned round, or rebase by hand',
    });
  }
  if (dryRun !== true) carryOut(folder, plan);
  say(plan, before.length, json === true);
  return exitCodes.done;
}

/** The meaning of a copy on which the plan was carried out, held against what it was. */
function proved(folder: string, before: readonly VersionDocument[], plan: RebasePlan): readonly string[] {
  const copy = mkdtempSync(join(tmpdir(), 'lading-rebase-'));
  try {
    cpSync(folder, copy, { recursive: true });
    carryOut(copy, plan);
    return differencesInMeaning(before, versionsOfSpec(readSpec(copy)));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function carryOut(folder: string, { files, gone }: RebasePlan): void {
  writeTexts(folder, files);
  removePaths(folder, gone);
}

function say({ version, inverted, files, gone }: RebasePlan, versions: number, json: boolean): void {
  const written = files.map(({ path }) => path);
  if (json) process.stdout.write(`${JSON.stringify({ root: version, inverted, written, removed: gone }, null, 2)}\n`);
  else {
    const lines = [...written.map((path) => `written  ${path}`), ...gone.map((path) => `removed  ${path}`)];
    process.stdout.write(
      `${lines.join('\n')}\nVersion ${version} is the root; all ${versions} versions mean what they meant. Run lading generate.\n`,
    );
  }
}
