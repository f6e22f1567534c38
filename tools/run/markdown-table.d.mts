/** A column of a Markdown table; figures go to the right. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/**
 * A Markdown table whose columns line up, and whose cells cannot break out of it.
 *
 * @param rows each as long as the columns
 * @throws RangeError when a row is not
 */
export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string;
