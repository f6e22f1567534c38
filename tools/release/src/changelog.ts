/** The changelog of a group of packages: releases, and changes for users, of which `lading diff` states those of the API. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { format } from 'prettier';
import semver from 'semver';
import type { Files } from './contents.js';
import { isRelease, type ReleaseStep } from './plan.js';
import { lading } from './record.js';
import { shared } from './workspace.js';

const head = (group: string) =>
  group === shared
    ? '# Changes of the packages for all versions\n'
    : `# Changes of the packages for version ${group.slice(1)} of the API\n`;

/** The path of a group's changelog. */
export function changelogPath(group: string): string {
  return group === shared ? 'packages/CHANGELOG.md' : `packages/${group}/CHANGELOG.md`;
}

export function readChangelog(root: string, group: string): string {
  const path = join(root, changelogPath(group));
  return existsSync(path) ? readFileSync(path, 'utf8') : head(group);
}

/** The contents of a changelog entry: notes, and sentences about the changes of the API. */
interface ChangelogEntry {
  readonly notes: readonly string[];
  /** The Markdown output of `lading diff`; empty without changes. */
  readonly sentences: string;
}

/** Adds a release at the top of a changelog. Releases that it contains are not added again, so that a release can be resumed. */
export async function withRelease(
  text: string,
  steps: readonly ReleaseStep[],
  { notes, sentences }: ChangelogEntry,
): Promise<string> {
  const released = steps.filter((step) => isRelease(step) && !text.includes(line(step)));
  if (released.length === 0) return text;
  const [title = '', ...earlier] = text.split(/^(?=## )/m);
  const entry = [
    `## ${numbers(released)}`,
    released.map(line).join('\n'),
    notes.map((note) => `- ${note}`).join('\n'),
    below(sentences),
  ];
  const whole = [title, ...entry.filter((part) => part !== ''), ...earlier].join('\n\n');
  return format(whole, { parser: 'markdown', printWidth: 120 });
}

function line({ package: { name }, version }: ReleaseStep): string {
  return `- \`${name}\` ${version}`;
}

function numbers(steps: readonly ReleaseStep[]): string {
  return [...new Set(steps.map(({ version }) => version))].join(', ');
}

/** Lowers the headings of a report by two levels, to nest them in an entry. */
function below(markdown: string): string {
  return markdown.replace(/^#/gm, '###').trim();
}

/** Returns the differences between two versions of `spec/`, or two documents, as Markdown. */
export type Diff = (older: string, newer: string) => Promise<string>;

/** Runs `lading diff` of a repository. */
export function diffOf(root: string): Diff {
  return (older, newer) => lading(root, ['diff', older, newer, '--markdown']);
}

/** The previous API version that the repository has packages for. */
export function versionBefore(root: string, version: string): string | undefined {
  const versions = readdirSync(join(root, 'packages')).flatMap((name) => /^v(\d+\.\d+)$/.exec(name)?.[1] ?? []);
  const earlier = versions.map((one) => `${one}.0`).filter((one) => semver.lt(one, `${version}.0`));
  return semver.sort(earlier).at(-1)?.replace(/\.0$/, '');
}

const document = 'dist/openapi.json';

/** The differences between the released and the current document of a docs package. */
export async function betweenContents(before: Files, after: Files, diff: Diff): Promise<string> {
  const [old, now] = [before.get(document), after.get(document)];
  if (!old || !now || old.equals(now)) return '';
  const folder = mkdtempSync(join(tmpdir(), 'lading-diff-'));
  try {
    const [released, present] = [join(folder, 'released.json'), join(folder, 'present.json')];
    writeFileSync(released, old);
    writeFileSync(present, now);
    const text = await diff(released, present);
    return text.replaceAll(released, basename(released)).replaceAll(present, basename(present));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
