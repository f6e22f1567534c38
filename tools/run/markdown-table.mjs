// Markdown tables whose columns line up, as prettier writes them.

/**
 * @param {readonly import('./markdown-table.mjs').Column[]} columns
 * @param {readonly (readonly string[])[]} rows each as long as the columns
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

/** A bar or a line's end in a cell would begin a new one. */
function escaped(cell) {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
}
