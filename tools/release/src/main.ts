/** `npm run release`: publishes what changed. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { usualRegistry } from './npm.js';
import { PublishError } from './publish-error.js';
import { prepare, release, type ReleaseOptions } from './release.js';
import { recordOf } from './record.js';
import { reportData, reportText } from './report.js';
import { diffOf } from './sentences.js';

interface Options {
  readonly group: readonly string[];
  readonly note: readonly string[];
  readonly registry?: string;
  readonly root: string;
  readonly provenance?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const command = new Command('release')
  .description('Publishes the packages of every version whose content is not what the registry has.')
  .option('--dry-run', 'only say what would be released, and why')
  .option('--group <group...>', 'only these: v1.44, v1.41 …, or shared for what serves all versions', [])
  .option('--note <sentence...>', 'what changes, for the history; needed for a change of what is published', [])
  .option('--registry <url>', 'another registry than the one that npm is set to')
  .option('--provenance', 'prove where the packages were built; in CI, with an identity token')
  .option('--json', 'print JSON')
  .option('--root <folder>', 'the workspace', repository)
  .addHelpText(
    'after',
    `
Examples:
  $ npm run release -- --dry-run                            what would be released, under which numbers
  $ npm run release                                         release all that changed
  $ npm run release -- --group v1.44 --note "Says X of Y."  a fix of one version's packages
  $ npm run release -- --provenance                         in CI
  $ npm run -s release -- --dry-run --json                  the plan as data

Ends with 0 when all is well, 1 when nothing or not everything was released, 2 on a misunderstood command line.`,
  )
  .allowExcessArguments(false)
  .exitOverride();

async function run(options: Options): Promise<void> {
  const dryRun = options.dryRun === true;
  const registry = options.registry ?? (await usualRegistry(options.root));
  const { root, group: groups, note: notes } = options;
  const how: ReleaseOptions = {
    root,
    registry,
    groups,
    notes,
    provenance: options.provenance === true,
    diff: diffOf(root),
    record: recordOf(root),
  };
  const prepared = await prepare(how);
  if (!dryRun) await release(prepared, how);
  const text = options.json
    ? `${JSON.stringify(reportData(prepared, dryRun), null, 2)}\n`
    : reportText(prepared, dryRun);
  process.stdout.write(text);
}

try {
  await run(command.parse().opts<Options>());
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (error instanceof PublishError) {
    process.stderr.write(`${error.code}: ${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}
