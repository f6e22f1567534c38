// The cells of the result, one for each operation and version, and the report: totals, and a table of everything that differs.

import type { Comparison, Difference } from './compare-arms.js';
import { deviationOf, type Deviation } from './lists.js';

/**
 * `equal`: every exchange is equal, and one of them succeeded. `refusals-only`: every exchange is equal, but the engine refused
 * all of them. `different`: an exchange differs. `deviation`: it differs for a known reason. `missing`: there is no exchange.
 */
const states = ['equal', 'refusals-only', 'different', 'deviation', 'missing'] as const;
export type CellState = (typeof states)[number];

/** A row of the table has the findings with the same cause, reason and, without a deviation, difference. */
interface Finding {
  readonly request: string;
  /** That of the deviation. `unknown`: no deviation explains the difference. `noise`: an exchange differs in some recordings only. */
  readonly cause: Deviation['cause'] | 'unknown' | 'noise' | 'missing';
  readonly reason: string;
  readonly difference?: Difference;
}

export interface Cell {
  readonly operation: string;
  readonly version: string;
  readonly state: CellState;
  readonly exchanges: number;
  readonly findings: readonly Finding[];
}

/** @param operations with `''`, the exchanges of paths and methods that are none of the API have a cell */
export function cells(
  operations: readonly string[],
  version: string,
  comparisons: readonly Comparison[],
  deviations: readonly Deviation[],
): readonly Cell[] {
  return operations.map((operation) => {
    const own = comparisons.filter((comparison) => (comparison.operation ?? '') === operation);
    const findings = own.flatMap((comparison) => findingsOf(comparison, version, deviations));
    const state = stateOf(own, findings);
    const missing: Finding = { request: '', cause: 'missing', reason: 'No exchange.' };
    return { operation, version, state, exchanges: own.length, findings: state === 'missing' ? [missing] : findings };
  });
}

function findingsOf(comparison: Comparison, version: string, deviations: readonly Deviation[]): readonly Finding[] {
  const { request, differences, unsteady } = comparison;
  const noise: Finding = { request, cause: 'noise', reason: 'Equal in another pair of recordings.' };
  return [
    ...differences.map((difference) => {
      const { cause = 'unknown', reason = '' } = deviationOf(deviations, version, comparison, difference) ?? {};
      return { request, cause, reason, difference } as const;
    }),
    ...(unsteady ? [noise] : []),
  ];
}

function stateOf(own: readonly Comparison[], findings: readonly Finding[]): CellState {
  if (own.length === 0) return 'missing';
  if (findings.some(({ cause }) => cause === 'unknown')) return 'different';
  if (findings.some(({ cause }) => cause !== 'noise')) return 'deviation';
  return own.some(({ status = 0 }) => status === 101 || (status >= 200 && status < 400)) ? 'equal' : 'refusals-only';
}

export interface OracleResult {
  readonly engine: string;
  /** The engine behind the bridge. */
  readonly bridgedEngine: string;
  readonly command: string;
  readonly date: string;
  readonly versions: readonly string[];
  readonly cells: readonly Cell[];
  /** The cells of what is none of the API. */
  readonly others: readonly Cell[];
}

/** The result as Markdown. */
export function report(result: OracleResult): string {
  const { engine, bridgedEngine, date, command } = result;
  const engines = engine === bridgedEngine ? engine : `${engine}, and ${bridgedEngine} behind the bridge`;
  return `${['# Differential run', `Engine ${engines}, ${date}: \`${command}\``, totals(result), findings(result)].join('\n\n')}\n`;
}

export function totals({ cells, versions, others }: OracleResult): string {
  const count = (...of: readonly CellState[]): number => cells.filter(({ state }) => of.includes(state)).length;
  const reached = count('equal', 'refusals-only');
  const exchanges = (of: readonly Cell[]): number => of.reduce((sum, cell) => sum + cell.exchanges, 0);
  return (
    `${reached} of ${cells.length} cells (${((100 * reached) / cells.length).toFixed(2)} %) are equal, at ${versions.length} versions: ` +
    `${states.map((state) => `${state} ${count(state)}`).join(', ')}. ` +
    `${exchanges(cells)} exchanges, of which ${unequalExchanges(cells)} differ; of ${exchanges(others)} others, with paths outside the API, ${unequalExchanges(others)} differ.`
  );
}

/** The number of exchanges that differ, for whatever reason. */
function unequalExchanges(cells: readonly Cell[]): number {
  const unequal = cells.flatMap(({ version, findings }) =>
    findings.filter(({ difference }) => difference !== undefined).map(({ request }) => `${version} ${request}`),
  );
  return new Set(unequal).size;
}

const row = (words: readonly string[]): string =>
  `| ${words.map((word) => word.trim().replaceAll('|', '\\|')).join(' | ')} |`;

/** The table of what differs. @param isFailure leaves what fails the run: differences that nothing explains, and missing exchanges */
export function findings({ cells, others }: OracleResult, isFailure = false): string {
  const rows = new Map<string, (Finding & Pick<Cell, 'operation' | 'version'>)[]>();
  for (const { operation, version, findings } of [...cells, ...others])
    for (const finding of findings) {
      const { cause, reason } = finding;
      if (isFailure && cause !== 'unknown' && cause !== 'missing') continue;
      const key = cause === 'unknown' ? `${operation} ${textOf(finding)}` : `${cause} ${reason}`;
      rows.set(key, [...(rows.get(key) ?? []), { operation, version, ...finding }]);
    }
  if (rows.size === 0) return 'Nothing differs.';
  const head = ['operations', 'versions', 'responses', 'example', 'cause', 'reason'];
  const lines = [...rows.values()].map((own) => {
    const all = (of: 'operation' | 'version'): string => [...new Set(own.map((one) => one[of] || 'none'))].join(', ');
    const responses = new Set(own.map(({ version, request }) => `${version} ${request}`)).size;
    const { request, cause, reason } = own[0]!;
    const example = [`\`${request.slice(0, 120)}\``, textOf(own[0]!)].filter(Boolean).join(': ');
    return row([all('operation'), all('version'), String(responses), request && example, cause, reason]);
  });
  return [row(head), row(['---', '---', '--:', '---', '---', '---']), ...lines.sort()].join('\n');
}

/** The values of a difference, at most their beginnings. */
function textOf({ difference }: Finding): string {
  if (difference === undefined) return '';
  const [left, right] = [difference.direct, difference.bridged].map((json) =>
    json === undefined ? 'absent' : `\`${JSON.stringify(json).slice(0, 120)}\``,
  );
  return `\`${difference.at || '/'}\` ${left} → ${right}`;
}
