// Writes the result as Markdown: the cells by version, and what differs with its reason.

import type { RecordedComparison, RecordedResult } from './compare.js';
import type { SeenCell, Seen } from './observed-cells.js';

export function reportRecorded({ comparisons, bodies, invalid }: RecordedResult, title: string): string {
  const rows = comparisons.map((one) =>
    row([
      one.version,
      one.with,
      String(one.cells),
      String(equalCells(one)),
      share(equalCells(one), one.cells),
      String(one.explained.length),
      String(one.different.length),
    ]),
  );
  const explained = comparisons.flatMap(({ version, with: other, explained: all }) =>
    all.map(({ cell, deviation }) => ({ version, other, cell, reason: deviation.reason })),
  );
  const different = comparisons.flatMap(({ version, with: other, different: all }) =>
    all.map((cell) => `- ${version}, ${other}: ${cellText(cell)}`),
  );
  return [
    '# Recorded responses through a bridge',
    title,
    `${bodies} bodies, of which ${invalid.length} break the contract of the client's version.`,
    [
      row(['version', 'compared with', 'cells', 'equal', 'share', 'explained', 'different']),
      row(Array(7).fill('---')),
      ...rows,
    ].join('\n'),
    '## Differences',
    [...different, ...invalid.map((line) => `- ${line}`)].join('\n') || 'None.',
    '## Explained',
    [
      row(['versions', 'compared with', 'cell', 'reason']),
      row(Array(4).fill('---')),
      ...[...new Set(explained.map(({ cell, other, reason }) => [other, cell.at, reason].join('\u0000')))].map(
        (key) => {
          const [other = '', at = '', reason = ''] = key.split('\u0000');
          const versions = explained
            .filter((one) => one.other === other && one.cell.at === at)
            .map(({ version }) => version);
          return row([versions.join(', '), other, `\`${at}\``, reason]);
        },
      ),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

export const equalCells = ({ cells, explained, different }: RecordedComparison): number =>
  cells - explained.length - different.length;

export const cellText = ({ at, expected, bridged }: SeenCell): string =>
  `${at} is ${seenText(expected)}; bridged ${seenText(bridged)}`;

const seenText = ({ presence, kinds, only }: Seen): string =>
  presence === 'never'
    ? 'never there'
    : `${presence} there, ${kinds.join(' or ')}${only === undefined ? '' : ` ${only}`}`;

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;

const row = (words: readonly string[]): string => `| ${words.map((word) => word.replaceAll('|', '\\|')).join(' | ')} |`;
