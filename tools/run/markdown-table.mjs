// Formats Markdown tables with aligned columns, as prettier does.

/**
 * @param {readonly import('./markdown-table.mjs').Column[]} columns
 * @param {readonly (readonly string[])[]} rows rows with one cell per column
 * @returns {string}
 */
export function markdownTable(columns, rows) {
  const wrong = rows.find((row) => row.length !== columns.length);
  if (wrong !== undefined) throw new RangeError(`A row has ${wrong.length} cells for ${columns.length} columns`);
  const cells = rows.map((row) => row.map(escaped));
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
