/** What a run of `generate` did, as a short table for people and as JSON for machines. */
import { relative } from 'node:path';
import type { Timeline } from '../ir/index.js';
import type { FileStatus, WriteReport } from '../write/index.js';
import type { StepTime } from './steps.js';

export interface Summary {
  readonly timeline: Timeline;
  readonly report: WriteReport;
  readonly times: readonly StepTime[];
  readonly folder: string;
}

export function summaryJson({ timeline, report, times, folder }: Summary): object {
  return {
    folder,
    versions: timeline.versions.map(({ version, extends: base, api, changes }) => ({
      version,
      ...(base !== undefined && { extends: base }),
      operations: api.operations.length,
      schemas: api.shapes.length,
      changes: changes.length,
      breaking: changes.filter(({ breaks }) => breaks !== 'none').length,
    })),
    fresh: report.fresh,
    interrupted: report.interrupted,
    files: countsOf(report),
    differing: report.files.filter(({ status }) => status !== 'unchanged'),
    seconds: Object.fromEntries(times.map(({ step, seconds }) => [step, seconds])),
  };
}

export function summaryText(summary: Summary, options: { readonly check?: true; readonly quiet?: true }): string {
  const { report } = summary;
  const differing = report.files.filter(({ status }) => status !== 'unchanged');
  if (options.check === true) {
    const lines = differing.map(({ path, status }) => `${status.padEnd(9)} ${path}`);
    const verdict = report.fresh
      ? 'Everything is as it would be generated.'
      : `${differing.length} files differ; run lading generate.`;
    return [...(report.interrupted ? ['An interrupted run waits to be completed.'] : []), ...lines, verdict, ''].join(
      '\n',
    );
  }
  if (options.quiet === true) return '';
  return `${versionsTable(summary)}\n${filesLine(summary)}\n${timesLine(summary)}\n`;
}

function versionsTable({ timeline }: Summary): string {
  const rows = timeline.versions.map(({ version, extends: base, api, changes }) => [
    version,
    base === undefined ? 'whole' : `extends ${base}`,
    String(api.operations.length),
    String(api.shapes.length),
    base === undefined
      ? '–'
      : `${changes.length} (${changes.filter(({ breaks }) => breaks !== 'none').length} breaking)`,
  ]);
  return table([['version', '', 'operations', 'schemas', 'changes'], ...rows]);
}

function filesLine({ report, folder }: Summary): string {
  const counts = countsOf(report);
  const parts = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  return `files    ${parts.join(', ')} in ${relative(process.cwd(), folder) || '.'}`;
}

function timesLine({ times }: Summary): string {
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
  return `seconds  ${times.map(({ step, seconds }) => `${step} ${seconds.toFixed(2)}`).join(', ')}; ${total.toFixed(2)} in all`;
}

function countsOf({ files }: WriteReport): Partial<Record<FileStatus, number>> {
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
