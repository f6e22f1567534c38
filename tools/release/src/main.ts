/** `npm run release`: publishes changed packages. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { usualRegistry } from './npm.js';
import { registrySettings } from './registry.js';
import { PublishError } from './publish-error.js';
import { prepare, release, type ReleaseOptions } from './release.js';
import { recordOf } from './record.js';
import { reportData, reportText } from './report.js';
import { withoutSecrets } from './without-secrets.js';
import { diffOf } from './sentences.js';

interface Options {
  readonly group: readonly string[];
  readonly note: readonly string[];
  readonly registry?: string;
  readonly root: string;
  readonly provenance?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly debug?: true;
}

const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const command = new Command('release')
  .description('Publishes the packages whose content differs from the registry.')
  .option('--dry-run', 'only print what would be released, and why')
  .option('--group <group...>', 'only these groups: v1.44, v1.41 …, or shared for the packages of all versions', [])
  .option('--note <sentence...>', 'a note for the changelog; required if published packages change', [])
  .option('--registry <url>', 'another registry than that of the npm configuration')
  .option('--provenance', 'publish with provenance; in CI, with an identity token')
  .option('--json', 'print JSON')
  .option('--root <folder>', 'the workspace', repository)
  .option('--debug', 'print the stack of an unexpected error')
  .addHelpText(
    'after',
    `
Examples:
  $ npm run release -- --dry-run                            what would be released, with which versions
  $ npm run release                                         release all changed packages
  $ npm run release -- --group v1.44 --note "Documents X."  a fix of one version's packages
  $ npm run release -- --provenance                         in CI
  $ npm run -s release -- --dry-run --json                  the plan as data

Exit codes: 0 success, 1 nothing or not everything was released, 2 usage error.`,
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
    settings: await registrySettings(options.root),
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

process.stdout.on('error', (error) => {
  const state = process.argv.includes('--dry-run')
    ? 'Nothing was uploaded or written'
    : 'The release itself is complete';
  process.stderr.write(`SYSTEM_ERROR: ${error.message}. ${state}.\n`);
  process.exit(1);
});
try {
  await run(command.parse().opts<Options>());
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    process.stderr.write(`${sentenceOf(error)}\n`);
    if (process.argv.includes('--debug') && error instanceof Error)
      process.stderr.write(`${withoutSecrets(String(error.stack))}\n`);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof PublishError) return `${error.code}: ${error.message}`;
  const reason = error instanceof Error ? error.message.trim() : String(error);
  const code = error instanceof Error && 'syscall' in error ? 'SYSTEM_ERROR' : 'UNEXPECTED';
  return `${code}: ${withoutSecrets(reason)}. Nothing was uploaded; correct what the message names, and run the same command again.`;
}
