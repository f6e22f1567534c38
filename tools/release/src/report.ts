/** Reports a release as text and as data. */
import { changelogPath } from './changelog.js';
import { isRelease, type ReleaseStep } from './plan.js';
import type { Release } from './release.js';

export function reportText({ steps, changelogs, unexplained, altered }: Release, dryRun: boolean): string {
  const releases = steps.filter(isRelease);
  const unchangedCount = steps.length - releases.length;
  const retagged = steps.filter((step) => !isRelease(step) && step.tags.length > 0);
  const lines = [
    ...[...new Set(releases.map((step) => step.package.group))]
      .sort()
      .flatMap((group) => [
        '',
        `${group}  (changelog: ${changelogPath(group)})`,
        ...releases.filter((step) => step.package.group === group).map(line),
      ]),
    ...(retagged.length > 0 ? ['', 'tags only', ...retagged.map(line)] : []),
    '',
    `${releases.length} to release, ${unchangedCount} unchanged.${dryRun ? ' Nothing was uploaded or written.' : ''}`,
    ...altered.map((what) => `${what} differs from its release.`),
    ...unexplained.map((group) => `Group ${group} needs a description of the change: --note.`),
    ...(dryRun ? [...changelogs].map(([group, text]) => `\n--- ${changelogPath(group)}\n${excerpt(text)}`) : []),
  ];
  return `${lines.join('\n').trim()}\n`;
}

/** The report as data. */
export function reportData({ steps, unexplained, altered }: Release, dryRun: boolean): object {
  const packages = steps.map((step) => ({
    name: step.package.name,
    group: step.package.group,
    folder: step.package.folder,
    release: isRelease(step),
    reason: step.reason,
    before: step.before ?? null,
    version: step.version,
    tags: step.tags,
    difference: step.difference ?? null,
  }));
  return { dryRun, packages, unexplained, altered };
}

function line(step: ReleaseStep): string {
  const { name } = step.package;
  const number =
    step.before === undefined || step.before === step.version ? step.version : `${step.before} → ${step.version}`;
  return `  ${name.padEnd(26)} ${number}  ${[why(step), ...step.tags.map((tag) => `tag ${tag}`)].join(', ')}`;
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
  return lines.length <= 24
    ? lines.join('\n')
    : [...lines.slice(0, 24), `… ${lines.length - 24} more lines`].join('\n');
}
