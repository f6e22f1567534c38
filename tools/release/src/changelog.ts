/** The changelog of a group of packages: releases, and changes for users. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { isRelease, type ReleaseStep } from './plan.js';
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
