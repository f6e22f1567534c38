/** Formats the results of scenarios as text. */
import type { ScenarioFailure } from './run-scenario.js';

export interface ScenarioResult {
  readonly scenario: string;
  readonly title: string;
  readonly version: string;
  readonly outcome: 'passed' | 'failed' | 'known failure' | 'unexpected pass' | 'skipped';
  readonly failure?: ScenarioFailure;
  readonly reason?: string;
}

const marks = { passed: '✓', failed: '✗', 'known failure': '~', 'unexpected pass': '!', skipped: '-' } as const;

export function describe({ scenario, title, version, outcome, failure, reason }: ScenarioResult): string {
  const line = `${marks[outcome]} ${version} ${scenario}: ${title}\n`;
  if (outcome === 'passed') return line;
  if (outcome === 'unexpected pass') return `${line}    passed, but is listed as a known failure: ${reason ?? ''}\n`;
  if (outcome !== 'failed' || failure === undefined) return `${line}    ${outcome}: ${reason ?? ''}\n`;
  const differences = failure.mismatches.map(
    ({ at, expected, actual }) =>
      `      ${at}: expected ${expected}, actual ${shorten(JSON.stringify(actual) ?? 'nothing')}\n`,
  );
  const response = failure.response === undefined ? '' : `      response: ${shorten(failure.response)}\n`;
  return `${line}    when ${failure.step} (${failure.request})\n${differences.join('')}${response}`;
}

/** What failed, once more, and how many scenarios had each outcome. */
export function summaryOf(results: readonly ScenarioResult[]): string {
  const count = (outcome: ScenarioResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const parts = (Object.keys(marks) as ScenarioResult['outcome'][])
    .map((outcome) => [count(outcome), outcome] as const)
    .filter(([number]) => number > 0)
    .map(([number, outcome]) => `${number} ${outcome}`);
  // Once more at the end: of long output, that is what a log keeps.
  const faults = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'unexpected pass').map(describe);
  return `\n${faults.join('')}${parts.join(', ') || 'no scenario has that name'}\n`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
