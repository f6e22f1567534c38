// Writes the results of the scripted clients as Markdown.

import type { StepDifference } from './script-output.js';

export interface ClientResult {
  readonly date: string;
  readonly client: string;
  readonly version: string;
  readonly steps: number;
  readonly differences: readonly StepDifference[];
}

const shownLength = 300;

/** A table of all results, and every difference. */
export function clientTable(results: readonly ClientResult[]): string {
  const rows = results.map(({ client, version, date, steps, differences }) =>
    row([client, version, date, String(steps), String(differences.length)]),
  );
  const all = results.reduce((sum, { steps }) => sum + steps, 0);
  const unequal = results.reduce((sum, { differences }) => sum + differences.length, 0);
  return `${[
    [row(['client', 'version', 'date', 'steps', 'differ']), row(['---', '---', '---', '--:', '--:']), ...rows].join(
      '\n',
    ),
    `${all - unequal} of ${all} steps are equal.`,
    ...results.flatMap(({ client, version, differences }) =>
      differences.map(
        ({ step, direct, bridged }) =>
          `- ${client} at ${version}, \`${step}\`: \`${shown(direct, bridged)}\` → \`${shown(bridged, direct)}\``,
      ),
    ),
  ].join('\n\n')}\n`;
}

const row = (words: readonly string[]): string => `| ${words.join(' | ')} |`;

/** The part of a text in which it differs from another one. */
function shown(text: string, other: string): string {
  let start = 0;
  while (start < text.length && text[start] === other[start]) start += 1;
  return text.slice(Math.max(0, start - 40), start + shownLength).replaceAll('\n', '⏎');
}
