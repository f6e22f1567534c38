/** The changelog of a group of packages: releases, and changes for users, of which `lading diff` states those of the API. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { format } from 'prettier';
import semver from 'semver';
import type { Files } from './contents.js';
import { inFolder } from './npm.js';
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

/**
 * Adds a release at the top of a changelog. Releases that it contains are not added again, so that a release can be resumed.
 *
 * @param entry notes, and the Markdown output of `lading diff`, which is empty without changes of the API
 */
export async function withRelease(
  text: string,
  steps: readonly ReleaseStep[],
  { notes, sentences }: { readonly notes: readonly string[]; readonly sentences: string },
): Promise<string> {
  const released = steps.filter((step) => isRelease(step) && !text.includes(line(step)));
  if (released.length === 0) return text;
  const [title = '', ...earlier] = text.split(/^(?=## )/m);
  const entry = [
    `## ${[...new Set(released.map(({ version }) => version))].join(', ')}`,
    released.map(line).join('\n'),
    notes.map((note) => `- ${note}`).join('\n'),
    // The headings of a report are nested in the entry.
    sentences.replace(/^#/gm, '###').trim(),
  ];
  const whole = [title, ...entry.filter((part) => part !== ''), ...earlier].join('\n\n');
  return format(whole, { parser: 'markdown', printWidth: 120 });
}

function line({ package: { name }, version }: ReleaseStep): string {
  return `- \`${name}\` ${version}`;
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
  return inFolder(async (folder) => {
    const [released, present] = [join(folder, 'released.json'), join(folder, 'present.json')];
    writeFileSync(released, old);
    writeFileSync(present, now);
    return (await diff(released, present)).replaceAll(`${folder}${sep}`, '');
  });
}
