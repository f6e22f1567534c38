// Formats Markdown tables with aligned columns, as prettier does.
import { markdownTable as format } from 'markdown-table';

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
  // Prettier has three signs at least in a column.
  const heads = columns.map(({ title, align }) => (align === 'right' ? title.padStart(3) : title.padEnd(3)));
  const align = columns.map(({ align: side = null }) => side);
  return format([heads, ...rows.map((row) => row.map(String).map(escaped))], { align });
}

/** Escapes a cell: a pipe or a line break would end it. @param {string} cell */
function escaped(cell) {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
}
