/** Verdicts → what a person reads. */
import type { Failure } from './tell.js';

export interface Verdict {
  readonly story: string;
  readonly title: string;
  readonly version: string;
  readonly outcome: 'passed' | 'failed' | 'known failure' | 'unexpected pass' | 'skipped';
  readonly failure?: Failure;
  readonly reason?: string;
}

const marks = { passed: '✓', failed: '✗', 'known failure': '~', 'unexpected pass': '!', skipped: '-' } as const;

export function describe({ story, title, version, outcome, failure, reason }: Verdict): string {
  const line = `${marks[outcome]} ${version} ${story}: ${title}\n`;
  if (outcome === 'passed') return line;
  if (outcome === 'unexpected pass') return `${line}    passes although it is known to fail: ${reason ?? ''}\n`;
  if (outcome !== 'failed' || failure === undefined) return `${line}    ${outcome}: ${reason ?? ''}\n`;
  const places = failure.mismatches.map(
    ({ at, wanted, got }) => `      ${at}: wanted ${wanted}, got ${shorten(JSON.stringify(got) ?? 'nothing')}\n`,
  );
  const response = failure.response === undefined ? '' : `      the answer: ${shorten(failure.response)}\n`;
  return `${line}    when ${failure.step} (${failure.request})\n${places.join('')}${response}`;
}

export function summaryOf(verdicts: readonly Verdict[]): string {
  const count = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const parts = (Object.keys(marks) as Verdict['outcome'][])
    .map((outcome) => [count(outcome), outcome] as const)
    .filter(([number]) => number > 0)
    .map(([number, outcome]) => `${number} ${outcome}`);
  return `\n${parts.join(', ') || 'no story of that name'}\n`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
