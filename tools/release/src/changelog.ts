/** The history of a group of packages: what was released, and what changed for those who use it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { isRelease, type Step } from './plan.js';
import { shared } from './workspace.js';

const head = (group: string) =>
  group === shared
    ? '# Changes of the packages for all versions\n'
    : `# Changes of the packages for version ${group.slice(1)} of the API\n`;

/** Where the history of a group is kept. */
export function changelogPath(group: string): string {
  return group === shared ? 'packages/CHANGELOG.md' : `packages/${group}/CHANGELOG.md`;
}

export function readChangelog(root: string, group: string): string {
  const path = join(root, changelogPath(group));
  return existsSync(path) ? readFileSync(path, 'utf8') : head(group);
}

/** What a release says of a group: notes of people, and sentences that tell what changed in the API. */
export interface Entry {
  readonly notes: readonly string[];
  /** Markdown as `lading diff` writes it, or nothing. */
  readonly sentences: string;
}

/** A history with a release on top. What it tells of already is not told again, so that a release can be resumed. */
export async function withRelease(text: string, steps: readonly Step[], { notes, sentences }: Entry): Promise<string> {
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

function line({ package: { name }, version }: Step): string {
  return `- \`${name}\` ${version}`;
}

function numbers(steps: readonly Step[]): string {
  return [...new Set(steps.map(({ version }) => version))].join(', ');
}

/** Headings of the report, two levels down: they stand in an entry. */
function below(markdown: string): string {
  return markdown.replace(/^#/gm, '###').trim();
}
