/** A column of a Markdown table; figures are aligned to the right. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Columns of figures. */
export function right(...titles: readonly string[]): Column[];

/**
 * Formats a Markdown table with aligned columns and escaped cells.
 *
 * @param rows rows with one cell per column
 * @throws RangeError if a row has another number of cells
 */
export function markdownTable(
  columns: readonly (Column | string)[],
  rows: readonly (readonly (string | number)[])[],
): string;
