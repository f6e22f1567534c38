// Writes the result: the totals, a table of operations and versions, and every difference.

import { type Cell, type CellState, type ExplainedDifference, isReached } from './cells.js';
import type { Comparison } from './compare-arms.js';
import type { Deviation } from './lists.js';

const shownLength = 120;

/** Prints the beginning of a value in the result. */
const jsonExcerpt = (json: unknown): string =>
  json === undefined ? 'absent' : `\`${JSON.stringify(json).slice(0, shownLength)}\``;

interface Occurrence extends ExplainedDifference {
  readonly operation: string;
  readonly version: string;
}

/** The table of the deviations that occur: one row for each entry of the list, with an example. */
function deviationTable(cells: readonly Cell[]): string {
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

export interface OracleResult {
  readonly engine: string;
  /** The engine behind the bridge. */
  readonly bridgedEngine: string;
  readonly command: string;
  readonly date: string;
  readonly versions: readonly string[];
  readonly cells: readonly Cell[];
  /** The exchanges of paths and methods that are none of the API, by version. */
  readonly others: readonly { readonly version: string; readonly comparison: Comparison }[];
}

const signs: Readonly<Record<CellState, string>> = {
  equal: '=',
  'refusals-only': 'r',
  different: '≠',
  deviation: 'd',
  missing: '·',
};

/** The result as Markdown. */
export function report(result: OracleResult): string {
  return `${[
    '# Differential run',
    `Engine ${enginesOf(result)}, ${result.date}: \`${result.command}\``,
    totals(result),
    '`=` equal, with a success; `r` equal, but the engine refuses every request; `≠` different; `d` different for reasons that are listed below; `·` no exchange. Operations that are `=` at every version are not in the table.',
    table(result),
    differences(result),
    '## Deviations',
    deviationTable(result.cells),
    '## Noise',
    'Requests that differ in one pair of recordings and are equal in another.',
    ...noiseLines(result),
  ].join('\n\n')}\n`;
}

const enginesOf = ({ engine, bridgedEngine }: OracleResult): string =>
  engine === bridgedEngine ? engine : `${engine}, and ${bridgedEngine} behind the bridge`;

/** What differs without a known reason, as Markdown: each difference, and the operations without an exchange at a version. */
export function differences(result: OracleResult): string {
  const missing = result.cells.filter(({ state }) => state === 'missing');
  return [
    '## Differences',
    ...differenceLines(result),
    ...missing.map(({ operation, version }) => `- ${operation} at ${version}: no exchange`),
  ].join('\n\n');
}

export function totals({ cells, versions, others }: OracleResult): string {
  const reached = cells.filter(isReached).length;
  const share = cells.length === 0 ? 0 : (100 * reached) / cells.length;
  const states = Object.keys(signs)
    .map((state) => `${state} ${cells.filter((cell) => cell.state === state).length}`)
    .join(', ');
  const otherUnequal = others.filter(({ comparison }) => comparison.differences.length > 0).length;
  return (
    `${reached} of ${cells.length} cells (${share.toFixed(2)} %) are equal, at ${versions.length} versions: ${states}. ` +
    `${cells.reduce((sum, cell) => sum + cell.exchanges, 0)} exchanges, of which ${unequalExchanges(cells)} differ; of ${others.length} others, with paths outside the API, ${otherUnequal} differ.`
  );
}

/** The number of exchanges that differ, for whatever reason. */
function unequalExchanges(cells: readonly Cell[]): number {
  return cells.reduce(
    (sum, { unequal, explained }) => sum + new Set([...unequal, ...explained].map(({ request }) => request)).size,
    0,
  );
}

function table({ cells, versions }: OracleResult): string {
  const operations = [...new Set(cells.filter(({ state }) => state !== 'equal').map((cell) => cell.operation))].sort();
  const states = new Map(cells.map((cell) => [`${cell.operation} ${cell.version}`, cell.state]));
  return [
    row(['operation', ...versions]),
    row(['---', ...versions.map(() => '---')]),
    ...operations.map((operation) =>
      row([operation, ...versions.map((version) => signs[states.get(`${operation} ${version}`) ?? 'missing'])]),
    ),
  ].join('\n');
}

const shownPerExchange = 4;

/** One line for exchanges of an operation with the same differences, with an example. */
function differenceLines({ cells, others }: OracleResult): readonly string[] {
  const unequal = [
    ...cells.flatMap((cell) => cell.unequal.map((comparison) => ({ version: cell.version, comparison }))),
    ...others.filter(({ comparison }) => comparison.differences.length > 0),
  ];
  if (unequal.length === 0) return ['None.'];
  const groups = new Map<string, typeof unequal>();
  for (const entry of unequal) {
    const text = describe(entry.comparison);
    groups.set(text, [...(groups.get(text) ?? []), entry]);
  }
  return [...groups]
    .map(([text, group]) => {
      const versions = [...new Set(group.map(({ version }) => version))].join(', ');
      const requests = [...new Set(group.map(({ comparison }) => comparison.request))];
      const more = requests.length > 1 ? ` and ${requests.length - 1} more requests` : '';
      return `- ${text} (${versions}; \`${(requests[0] ?? '').slice(0, 120)}\`${more})`;
    })
    .sort();
}

function noiseLines({ cells }: OracleResult): readonly string[] {
  const noisy = cells.filter(({ unsteady }) => unsteady.length > 0);
  const operations = [...new Set(noisy.map(({ operation }) => operation))].sort();
  if (operations.length === 0) return ['None.'];
  return operations.map((operation) => {
    const own = noisy.filter((cell) => cell.operation === operation);
    const example = own[0]?.unsteady[0]?.request ?? '';
    return `- ${operation}: ${own.map(({ version }) => version).join(', ')} (\`${example.slice(0, 120)}\`)`;
  });
}

function describe({ operation, differences }: Comparison): string {
  const shown = differences
    .slice(0, shownPerExchange)
    .map(({ at, direct, bridged }) => `\`${at || '/'}\` ${jsonExcerpt(direct)} → ${jsonExcerpt(bridged)}`);
  const rest = differences.length > shownPerExchange ? [`and ${differences.length - shownPerExchange} more`] : [];
  return `${operation ?? 'No operation'}: ${[...shown, ...rest].join('; ')}`;
}
