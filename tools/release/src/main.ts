/** `npm run release`: publishes changed packages, and reports what it releases as text and as data. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changelogPath, diffOf } from './changelog.js';
import { PublishError, usualRegistry, withoutSecrets } from './npm.js';
import { isRelease, type ReleaseStep } from './plan.js';
import { recordOf } from './record.js';
import { registrySettings } from './registry.js';
import { prepare, release, type Release, type ReleaseOptions } from './release.js';

/** The values of the options. */
type Values = ReturnType<typeof JSON.parse>;

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
  async run(options: Values) {
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

async function run(options: Values): Promise<object> {
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
  return { json: reportData(prepared, dryRun), text: reportText(prepared, dryRun) };
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

function reportText({ steps, changelogs, unexplained, altered }: Release, dryRun: boolean): string {
  const count = steps.filter(isRelease).length;
  const shown = steps.filter((step) => isRelease(step) || step.tags.length > 0);
  const groups = [...new Set(shown.map((step) => step.package.group))].sort();
  const lines = [
    ...groups.flatMap((group) => [
      `${group}  (changelog: ${changelogPath(group)})`,
      ...shown.filter((step) => step.package.group === group).map(line),
      '',
    ]),
    `${count} to release, ${steps.length - count} unchanged.${dryRun ? ' Nothing was uploaded or written.' : ''}`,
    ...altered.map((what) => `${what} differs from its release.`),
    ...unexplained.map((group) => `Group ${group} needs a description of the change: --note.`),
    ...(dryRun ? [...changelogs].map(([group, text]) => `\n--- ${changelogPath(group)}\n${excerpt(text)}`) : []),
  ];
  return lines.join('\n');
}

/** The report as data. */
function reportData({ steps, unexplained, altered }: Release, dryRun: boolean): object {
  const packages = steps.map((step) => {
    const { package: one, before = null, difference = null, ...rest } = step;
    const { name, group, folder } = one;
    return { name, group, folder, release: isRelease(step), before, difference, ...rest };
  });
  return { dryRun, packages, unexplained, altered };
}

function line(step: ReleaseStep): string {
  const { name } = step.package;
  const numbers = [...new Set([step.before ?? step.version, step.version])].join(' → ');
  return `  ${name.padEnd(26)} ${numbers}  ${[why(step), ...step.tags.map((tag) => `tag ${tag}`)].join(', ')}`;
}

function why({ reason, difference }: ReleaseStep): string {
  if (reason === 'first') return 'not published yet';
  if (reason === 'raised') return 'its release line is not published yet';
  if (reason === 'unchanged') return 'unchanged';
  const { added = [], changed = [], removed = [] } = difference ?? {};
  const paths = [...changed, ...added.map((path) => `+${path}`), ...removed.map((path) => `-${path}`)];
  return `${paths.slice(0, 3).join(' ')}${paths.length > 3 ? ` and ${paths.length - 3} more files` : ''}`;
}

/** The newest changelog entry, truncated to 24 lines. */
function excerpt(text: string): string {
  const lines = (text.split(/^(?=## )/m)[1] ?? text).trim().split('\n');
  const rest = lines.length > 24 ? [`… ${lines.length - 24} more lines`] : [];
  return [...lines.slice(0, 24), ...rest].join('\n');
}
