// Formats Markdown tables with aligned columns, as prettier does.

/** Columns of figures. */
export const right = (...titles) => titles.map((title) => ({ title, align: 'right' }));

/** Formats a table of rows with one cell per column; a column is a title, or has an alignment too. */
export function markdownTable(titles, rows) {
  const columns = titles.map((title) => (typeof title === 'string' ? { title } : title));
  const wrong = rows.find((row) => row.length !== columns.length);
  if (wrong !== undefined) throw new RangeError(`A row has ${wrong.length} cells for ${columns.length} columns`);
  const cells = rows.map((row) => row.map(String).map(escaped));
  const widths = columns.map(({ title }, index) => Math.max(3, title.length, ...cells.map((row) => row[index].length)));
  const line = (row) => `| ${row.map((cell, index) => aligned(cell, widths[index], columns[index])).join(' | ')} |`;
  const rule = columns.map(({ align }, index) => (align === 'right' ? '-:' : '-').padStart(widths[index], '-'));
  return [line(columns.map(({ title }) => title)), `| ${rule.join(' | ')} |`, ...cells.map(line)].join('\n');
}

function aligned(cell, width, { align }) {
  return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
}

/** Escapes a cell: a pipe or a line break would end it. */
function escaped(cell) {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
}
