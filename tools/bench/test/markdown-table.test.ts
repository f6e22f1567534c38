/** The table formatter: aligned columns, and cells whose content cannot end the cell. */
import { describe, expect, it } from 'vitest';
import { markdownTable } from '@lading/run/markdown-table';

const columns = [{ title: 'Tool' }, { title: 'CPU s', align: 'right' as const }];

describe('markdownTable', () => {
  it('aligns columns, figures to the right', () => {
    const rows = [
      ['Lading', '0.90'],
      ['another tool', '12.34'],
    ];
    expect(markdownTable(columns, rows)).toBe(
      [
        '| Tool         | CPU s |',
        '| ------------ | ----: |',
        '| Lading       |  0.90 |',
        '| another tool | 12.34 |',
      ].join('\n'),
    );
  });

  it.each([
    ['a pipe', 'a|b', 'a\\|b'],
    ['a line break', 'a\nb', 'a b'],
  ])('escapes %s in a cell', (_, cell, shown) => {
    const line = markdownTable(columns, [[cell, '1']]).split('\n')[2];
    expect(line).toContain(`| ${shown} `);
    expect(line?.replaceAll('\\|', '').match(/\|/g)).toHaveLength(3);
  });

  it('rejects a row with too few cells', () => {
    expect(() => markdownTable(columns, [['alone']])).toThrow('1 cells for 2 columns');
  });
});
