// The cells of the result, one for each operation and version, and the report: totals, a table, and every difference.

import type { Comparison, Difference } from './compare-arms.js';
import { deviationOf, type Deviation } from './lists.js';

/**
 * `equal`: every exchange is equal, and one of them succeeded. `refusals-only`: every exchange is equal, but the engine refused
 * all of them. `different`: an exchange differs. `deviation`: it differs for a known reason. `missing`: there is no exchange.
 */
export type CellState = 'equal' | 'refusals-only' | 'different' | 'deviation' | 'missing';

/** A difference that an entry of the deviations explains. */
export interface ExplainedDifference {
  readonly deviation: Deviation;
  readonly request: string;
  readonly difference: Difference;
}

export interface Cell {
  readonly operation: string;
  readonly version: string;
  readonly state: CellState;
  readonly exchanges: number;
  /** The exchanges that differ, with the differences that no deviation explains. */
  readonly unequal: readonly Comparison[];
  readonly explained: readonly ExplainedDifference[];
  /** The exchanges that differ in some recordings only. */
  readonly unsteady: readonly Comparison[];
}

export function cells(
  operations: readonly string[],
  version: string,
  comparisons: readonly Comparison[],
  deviations: readonly Deviation[],
): readonly Cell[] {
  return operations.map((operation) => {
    const own = comparisons.filter((comparison) => comparison.operation === operation);
    const parts = own.map((comparison) => explain(comparison, version, deviations));
    const unequal = parts.map(({ rest }) => rest).filter(({ differences }) => differences.length > 0);
    const explained = parts.flatMap((part) => part.explained);
    const unsteady = own.filter((comparison) => comparison.unsteady);
    const state = stateOf(own, unequal, explained);
    return { operation, version, state, exchanges: own.length, unequal, explained, unsteady };
  });
}

/** Whether the bridge responds as the engine does: where the engine refuses every request, so does the bridge. */
export const isReached = ({ state }: Cell): boolean => state === 'equal' || state === 'refusals-only';

/** Separates the differences of an exchange that deviations explain from the rest. */
function explain(
  comparison: Comparison,
  version: string,
  deviations: readonly Deviation[],
): { readonly rest: Comparison; readonly explained: readonly ExplainedDifference[] } {
  const { request } = comparison;
  const all = comparison.differences.map((difference) => ({
    difference,
    request,
    deviation: deviationOf(deviations, version, comparison, difference),
  }));
  const rest = all.filter(({ deviation }) => deviation === undefined).map(({ difference }) => difference);
  const explained = all.filter((one): one is ExplainedDifference => one.deviation !== undefined);
  return { rest: { ...comparison, differences: rest }, explained };
}

function stateOf(
  own: readonly Comparison[],
  unequal: readonly Comparison[],
  explained: readonly ExplainedDifference[],
): CellState {
  if (own.length === 0) return 'missing';
  if (unequal.length > 0) return 'different';
  if (explained.length > 0) return 'deviation';
  return own.some(({ status = 0 }) => status === 101 || (status >= 200 && status < 400)) ? 'equal' : 'refusals-only';
}

const row = (words: readonly string[]): string =>
  `| ${words.map((word) => word.trim().replaceAll('|', '\\|')).join(' | ')} |`;

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** The values of a difference, at most their beginnings. */
function differenceText({ at, direct, bridged }: Difference): string {
  const [left, right] = [direct, bridged].map((json) =>
    json === undefined ? 'absent' : `\`${JSON.stringify(json).slice(0, 120)}\``,
  );
  return `\`${at || '/'}\` ${left} → ${right}`;
}

/** The table of the deviations that occur: one row for each entry of the list, with an example. */
function deviationTable(cells: readonly Cell[]): string {
  const all = cells.flatMap(({ operation, version, explained }) =>
    explained.map((one) => ({ ...one, operation, version })),
  );
  const rows = [...new Set(all.map(({ deviation }) => deviation))].map((deviation) => {
    const own = all.filter((one) => one.deviation === deviation);
    const responses = distinct(own.map(({ request, version }) => `${version} ${request}`));
    return row([
      distinct(own.map(({ operation }) => operation)).join(', '),
      distinct(own.map(({ version }) => version)).join(', '),
      String(responses.length),
      own
        .slice(0, 1)
        .map(({ request, difference }) => `\`${request}\`: ${differenceText(difference)}`)
        .join(''),
      deviation.cause,
      deviation.reason,
    ]);
  });
  if (rows.length === 0) return 'None.';
  const head = ['operations', 'versions', 'responses', 'example', 'cause', 'reason'];
  return [row(head), row(['---', '---', '--:', '---', '---', '---']), ...rows.sort()].join('\n');
}

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

/** One line for exchanges of an operation with the same differences, with an example. */
function differenceLines({ cells, others }: OracleResult): readonly string[] {
  const unequal = [
    ...cells.flatMap((cell) => cell.unequal.map((comparison) => ({ version: cell.version, comparison }))),
    ...others.filter(({ comparison }) => comparison.differences.length > 0),
  ].map((one) => ({ ...one, text: describe(one.comparison) }));
  if (unequal.length === 0) return ['None.'];
  return distinct(unequal.map(({ text }) => text))
    .map((text) => {
      const group = unequal.filter((one) => one.text === text);
      const versions = distinct(group.map(({ version }) => version)).join(', ');
      const [first = '', ...others] = distinct(group.map(({ comparison }) => comparison.request));
      const more = others.length > 0 ? ` and ${others.length} more requests` : '';
      return `- ${text} (${versions}; \`${first.slice(0, 120)}\`${more})`;
    })
    .sort();
}

function noiseLines({ cells }: OracleResult): readonly string[] {
  const noisy = cells.filter(({ unsteady }) => unsteady.length > 0);
  if (noisy.length === 0) return ['None.'];
  return distinct(noisy.map(({ operation }) => operation).sort()).map((operation) => {
    const own = noisy.filter((cell) => cell.operation === operation);
    const example = own[0]?.unsteady[0]?.request ?? '';
    return `- ${operation}: ${own.map(({ version }) => version).join(', ')} (\`${example.slice(0, 120)}\`)`;
  });
}

const shownPerExchange = 4;

function describe({ operation, differences }: Comparison): string {
  const rest = differences.length > shownPerExchange ? [`and ${differences.length - shownPerExchange} more`] : [];
  return `${operation ?? 'No operation'}: ${[...differences.slice(0, shownPerExchange).map(differenceText), ...rest].join('; ')}`;
}
