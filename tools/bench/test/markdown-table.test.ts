/** The table writer: columns that line up, and cells that cannot break out. */
import { describe, expect, it } from 'vitest';
import { markdownTable } from '@lading/run/markdown-table';

const columns = [{ title: 'Tool' }, { title: 'CPU s', align: 'right' as const }];

describe('markdownTable', () => {
  it('lines its columns up, figures to the right', () => {
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
    ['a bar', 'a|b', 'a\\|b'],
    ['a line’s end', 'a\nb', 'a b'],
  ])('keeps %s inside its cell', (_, cell, shown) => {
    const line = markdownTable(columns, [[cell, '1']]).split('\n')[2];
    expect(line).toContain(`| ${shown} `);
    expect(line?.replaceAll('\\|', '').match(/\|/g)).toHaveLength(3);
  });

  it('refuses a row with too few cells', () => {
    expect(() => markdownTable(columns, [['alone']])).toThrow('1 cells for 2 columns');
  });
});
