/** The summary of a run of `generate`, as a short table and as JSON. */
import { relative } from '../document/path.js';
import type { Timeline } from '../ir/index.js';
import type { LintFinding } from '../lint/index.js';
import type { FileStatus, WriteReport } from '../write/index.js';
import type { StepTime } from './steps.js';

/** The counts of a version. */
export interface VersionCounts {
  readonly version: string;
  readonly extends?: string;
  readonly operations: number;
  readonly schemas: number;
  readonly changes: number;
  readonly breaking: number;
}

export interface Summary {
  /** The API, if the configuration has several. */
  readonly api?: string;
  readonly versions: readonly VersionCounts[];
  readonly warnings: readonly LintFinding[];
  /** What a bump has left to a person. */
  readonly unfinished: readonly LintFinding[];
  readonly report: WriteReport;
  readonly times: readonly StepTime[];
  readonly folder: string;
}

export function countsOf({ versions }: Timeline): readonly VersionCounts[] {
  return versions.map(({ version, extends: base, api, changes }) => ({
    version,
    ...(base !== undefined && { extends: base }),
    operations: api.operations.length,
    schemas: api.schemas.length,
    changes: changes.length,
    breaking: changes.filter(({ breaks }) => breaks !== 'none').length,
  }));
}

export function summaryJson({ versions, warnings, unfinished, report, times, folder }: Summary): object {
  return {
    folder,
    versions,
    warnings,
    unfinished,
    fresh: report.fresh,
    interrupted: report.interrupted,
    files: statusesOf(report),
    differing: report.files.filter(({ status }) => status !== 'unchanged'),
    seconds: Object.fromEntries(times.map(({ step, seconds }) => [step, seconds])),
  };
}

export function summaryText(summary: Summary, options: { readonly check?: true; readonly quiet?: true }): string {
  const { report, unfinished, api } = summary;
  const title = api === undefined ? [] : [`${api}:`];
  const differing = report.files.filter(({ status }) => status !== 'unchanged');
  if (options.check === true) {
    const lines = differing.map(({ path, status }) => `${status.padEnd(9)} ${path}`);
    const verdict = report.fresh
      ? 'All generated files are up to date.'
      : `${differing.length} files differ; run lading generate.`;
    const interrupted = report.interrupted ? ['An interrupted run has to be completed.'] : [];
    return [
      ...(options.quiet && report.fresh ? [] : title),
      ...interrupted,
      ...lines,
      ...(options.quiet && report.fresh ? [] : [verdict]),
      ...unfinishedLines(unfinished),
    ]
      .map((line) => `${line}\n`)
      .join('');
  }
  if (options.quiet === true) return '';
  return [...title, versionsTable(summary), filesLine(summary), timesLine(summary), ...warningLines(summary.warnings)]
    .concat(unfinishedLines(unfinished))
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns a line for each task, and one that says what they block. */
function unfinishedLines(unfinished: readonly LintFinding[]): readonly string[] {
  if (unfinished.length === 0) return [];
  const lines = unfinished.map(({ place, sentence }) => `unfinished  ${place}: ${sentence}`);
  const tasks = unfinished.length === 1 ? 'One task of a bump is' : `${unfinished.length} tasks of a bump are`;
  return [...lines, `${tasks} unfinished, without which nothing is released.`];
}

function versionsTable({ versions }: Summary): string {
  const rows = versions.map(({ version, extends: base, operations, schemas, changes, breaking }) => [
    version,
    base === undefined ? 'base version' : `extends ${base}`,
    String(operations),
    String(schemas),
    base === undefined ? '–' : `${changes} (${breaking} breaking)`,
  ]);
  return table([['version', '', 'operations', 'schemas', 'changes'], ...rows]);
}

function filesLine({ report, folder }: Summary): string {
  const counts = statusesOf(report);
  const parts = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  return `files    ${parts.join(', ')} in ${relative(process.cwd(), folder) || '.'}`;
}

const SHOWN_WARNINGS = 10;

/** Returns two lines for each of the first warnings, and the number of the others. */
export function warningLines(warnings: readonly LintFinding[]): readonly string[] {
  const more = warnings.length - SHOWN_WARNINGS;
  return [
    ...warnings
      .slice(0, SHOWN_WARNINGS)
      .flatMap(({ place, sentence }) => [`warning  ${place}`, `         ${sentence}`]),
    ...(more > 0 ? [`         ${more} more warnings: lading generate --json and lading lint list all of them.`] : []),
  ];
}

function timesLine({ times }: Summary): string {
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
  return `seconds  ${times.map(({ step, seconds }) => `${step} ${seconds.toFixed(2)}`).join(', ')}; ${total.toFixed(2)} in total`;
}

function statusesOf({ files }: WriteReport): Partial<Record<FileStatus, number>> {
  const counts: Partial<Record<FileStatus, number>> = {};
  for (const { status } of files) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
