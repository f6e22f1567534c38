/** Writes the page of all differences between neighbouring versions. */
import { steps } from '@lading/conversions';
import { compareVersions } from '@lading/runtime-wire';
import { explain, type ExplainedLoss } from './explain.js';

/** Returns the page in Markdown: for each two versions a table of differences, and what is lost in either direction. */
export function differencesPage(): string {
  const sections = [...steps]
    .sort((a, b) => compareVersions(b.newer, a.newer) || compareVersions(b.older, a.older))
    .map(({ older, newer }) => section(older, newer));
  return `${introduction}\n\n${sections.join('\n\n')}\n`;
}

const introduction = `# What differs between versions, and what is lost

The bridge converts along a route of neighbouring versions, such as 1.40 → 1.41 → 1.44: what is lost between the first and the last
is lost on one of the steps. What the other version cannot express is **refused** with the sentence given here, or **left out** and
told in \`Warnings\` and in the header \`Lading-Loss\`; \`--strict\` refuses that too. All other differences are converted.

\`lading-bridge --explain 1.35 --as 1.44\` prints the steps between two versions, \`lading-bridge --explain all\` prints this page.`;

function section(older: string, newer: string): string {
  const [up, down] = [explain(older, newer), explain(newer, older)];
  const differences = up.steps.flatMap((step) => step.differences);
  const losses = [...lossesOf(down.losses, `${newer} → ${older}`), ...lossesOf(up.losses, `${older} → ${newer}`)];
  const tables = [
    table(
      ['Difference', `At ${older}, unlike at ${newer}`, 'Operations'],
      differences.map(({ id, descriptions, operations }) => [
        `\`${id}\``,
        descriptions.join(' '),
        operations.join(', '),
      ]),
    ),
    table(['Client → engine', 'Lost', 'Operations', 'How'], losses),
  ].filter((text) => text !== '');
  return [`## ${older} and ${newer}`, ...(tables.length === 0 ? ['No message differs.'] : tables)].join('\n\n');
}

/** Returns a row for each loss, with all operations that have it. */
function lossesOf(losses: readonly ExplainedLoss[], direction: string): readonly (readonly string[])[] {
  const operations = new Map<string, string[]>();
  for (const { operation, place, isRefused, message } of losses) {
    const key = JSON.stringify([place, `${isRefused ? 'refused' : 'left out'}: ${message}`]);
    operations.set(key, [...(operations.get(key) ?? []), operation]);
  }
  return [...operations].map(([key, ids]) => {
    const [place = '', how = ''] = JSON.parse(key) as readonly string[];
    return [direction, place === 'request' ? 'the request' : `\`${place}\``, ids.join(', '), how];
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cellOf).join(' | ')} |`).join('\n');
}

function cellOf(text: string): string {
  return text.replace(/[|\\<]/g, '\\$&').replace(/\s+/g, ' ');
}
