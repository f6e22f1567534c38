// Formats Markdown tables with aligned columns, as prettier does.

/** @typedef {{ readonly title: string, readonly align?: 'left' | 'right' }} Column figures are aligned to the right */

/** Columns of figures. @param {readonly string[]} titles @returns {Column[]} */
export const right = (...titles) => titles.map((title) => ({ title, align: 'right' }));

/**
 * Formats a table of rows with one cell per column; a column is a title, or has an alignment too.
 *
 * @param {readonly (Column | string)[]} titles @param {readonly (readonly (string | number)[])[]} rows
 * @throws RangeError if a row has another number of cells
 */
export function markdownTable(titles, rows) {
  /** @type {Column[]} */
  const columns = titles.map((title) => (typeof title === 'string' ? { title } : title));
  const wrong = rows.find((row) => row.length !== columns.length);
  if (wrong !== undefined) throw new RangeError(`A row has ${wrong.length} cells for ${columns.length} columns`);
  const cells = rows.map((row) => row.map(String).map(escaped));
  const widths = columns.map(({ title }, index) =>
    Math.max(3, title.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${row.map((cell, index) => aligned(cell, widths[index] ?? 0, columns[index]?.align)).join(' | ')} |`;
  const rule = columns.map(({ align }, index) => (align === 'right' ? '-:' : '-').padStart(widths[index] ?? 0, '-'));
  return [line(columns.map(({ title }) => title)), `| ${rule.join(' | ')} |`, ...cells.map(line)].join('\n');
}

/** @param {string} cell @param {number} width @param {Column['align']} align */
function aligned(cell, width, align) {
  return align === 'right' ? cell.padStart(width) : cell.padEnd(width);
}

/** Escapes a cell: a pipe or a line break would end it. @param {string} cell */
function escaped(cell) {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
}
