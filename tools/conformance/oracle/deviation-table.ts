// The table of the deviations that occur: one row for each entry of the list, with an example.

import type { Cell, ExplainedDifference } from './cells.js';
import type { Deviation } from './deviations.js';
import { jsonExcerpt } from './json-excerpt.js';

interface Occurrence extends ExplainedDifference {
  readonly operation: string;
  readonly version: string;
}

export function deviationTable(cells: readonly Cell[]): string {
  const rows = new Map<Deviation, Occurrence[]>();
  for (const { operation, version, explained } of cells)
    for (const one of explained) {
      const occurrence = { ...one, operation, version };
      const row = rows.get(one.deviation);
      if (row === undefined) rows.set(one.deviation, [occurrence]);
      else row.push(occurrence);
    }
  if (rows.size === 0) return 'None.';
  return [
    row(['operations', 'versions', 'responses', 'example', 'cause', 'reason']),
    row(['---', '---', '--:', '---', '---', '---']),
    ...[...rows].map(([deviation, own]) => deviationRow(deviation, own)).sort(),
  ].join('\n');
}

function deviationRow({ cause, reason }: Deviation, occurrences: readonly Occurrence[]): string {
  const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
  const responses = distinct(occurrences.map(({ request, version }) => `${version} ${request}`));
  const [first] = occurrences;
  const { at, direct, bridged } = first?.difference ?? { at: '', direct: undefined, bridged: undefined };
  return row([
    distinct(occurrences.map(({ operation }) => operation)).join(', '),
    distinct(occurrences.map(({ version }) => version)).join(', '),
    String(responses.length),
    `\`${first?.request ?? ''}\`: \`${at || '/'}\` ${jsonExcerpt(direct)} → ${jsonExcerpt(bridged)}`,
    cause,
    reason,
  ]);
}

const row = (words: readonly string[]): string =>
  `| ${words.map((word) => word.trim().replaceAll('|', '\\|')).join(' | ')} |`;
