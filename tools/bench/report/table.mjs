/** Markdown tables whose columns line up, as prettier would write them. */

/**
 * @typedef {{ readonly title: string, readonly align?: 'left' | 'right' }} Column
 */

/**
 * @param {readonly Column[]} columns
 * @param {readonly (readonly string[])[]} rows each as long as the columns
 */
export function table(columns, rows) {
  const cells = rows.map((row) => row.map(escaped));
  const wrong = rows.find((row) => row.length !== columns.length);
  if (wrong !== undefined) throw new RangeError(`A row has ${wrong.length} cells for ${columns.length} columns`);
  const widths = columns.map(({ title }, index) =>
    Math.max(3, title.length, ...cells.map((row) => (row[index] ?? '').length)),
  );
  /** @param {readonly string[]} row */
  const line = (row) => `| ${row.map((cell, index) => pad(cell, widths[index] ?? 0, columns[index])).join(' | ')} |`;
  const rule = columns.map(({ align }, index) => {
    const width = widths[index] ?? 0;
    return align === 'right' ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width);
  });
  return [line(columns.map(({ title }) => title)), `| ${rule.join(' | ')} |`, ...cells.map(line)].join('\n');
}

/**
 * @param {string} cell
 * @param {number} width
 * @param {Column | undefined} column
 */
function pad(cell, width, column) {
  return column?.align === 'right' ? cell.padStart(width) : cell.padEnd(width);
}

/** A bar or a line's end in a cell would begin a new one. @param {string} cell */
function escaped(cell) {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
}
