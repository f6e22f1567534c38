/** `npm run release`: publishes changed packages. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usualRegistry } from './npm.js';
import { registrySettings } from './registry.js';
import { PublishError, withoutSecrets } from './publish-error.js';
import { prepare, release, type ReleaseOptions } from './release.js';
import { recordOf } from './record.js';
import { reportData, reportText } from './report.js';
import { diffOf } from './sentences.js';

interface Options {
  readonly names: readonly string[];
  readonly group?: readonly string[];
  readonly note?: readonly string[];
  readonly registry?: string;
  readonly root: string;
  readonly provenance: boolean;
  readonly 'dry-run': boolean;
  readonly debug: boolean;
}

const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

export const command = {
  about: `Publishes the packages whose content differs from the registry.

  npm run release -- --dry-run                            what would be released, with which versions
  npm run release                                         release all changed packages
  npm run release -- --group v1.44 --note "Documents X."  a fix of one version's packages
  npm run release -- --provenance                         in CI
  npm run -s release -- --dry-run --json                  the plan as data

Exit codes: 0 success, 1 nothing or not everything was released, 2 usage error.`,
  options: {
    'dry-run': ['', 'only print what would be released, and why'],
    group: ['GROUP…', 'only this group: v1.44, v1.41 …, or shared for the packages of all versions (repeatable)'],
    note: ['SENTENCE…', 'a note for the changelog; required if published packages change (repeatable)'],
    registry: ['URL', 'another registry than that of the npm configuration'],
    provenance: ['', 'publish with provenance; in CI, with an identity token'],
    root: ['FOLDER', 'the workspace', repository],
    debug: ['', 'print the stack of an unexpected error'],
  },
  async run(options: Options) {
    try {
      return await run(options);
    } catch (error) {
      process.stderr.write(`${sentenceOf(error)}\n`);
      if (options.debug && error instanceof Error) process.stderr.write(`${withoutSecrets(String(error.stack))}\n`);
      // What stopped a release is no data.
      process.exit(1);
    }
  },
};

async function run(options: Options): Promise<object> {
  const { root, group: groups = [], note: notes = [], provenance, 'dry-run': dryRun } = options;
  const how: ReleaseOptions = {
    root,
    groups,
    notes,
    provenance,
    registry: options.registry ?? (await usualRegistry(root)),
    settings: await registrySettings(root),
    diff: diffOf(root),
    record: recordOf(root),
  };
  const prepared = await prepare(how);
  if (!dryRun) await release(prepared, how);
  return { json: reportData(prepared, dryRun), text: reportText(prepared, dryRun).trimEnd() };
}

process.stdout.on('error', (error) => {
  const state = process.argv.includes('--dry-run')
    ? 'Nothing was uploaded or written'
    : 'The release itself is complete';
  process.stderr.write(`SYSTEM_ERROR: ${error.message}. ${state}.\n`);
  process.exit(1);
});

function sentenceOf(error: unknown): string {
  if (error instanceof PublishError) return `${error.code}: ${error.message}`;
  const reason = error instanceof Error ? error.message.trim() : String(error);
  const code = error instanceof Error && 'syscall' in error ? 'SYSTEM_ERROR' : 'UNEXPECTED';
  return `${code}: ${withoutSecrets(reason)}. Nothing was uploaded; correct what the message names, and run the same command again.`;
}
