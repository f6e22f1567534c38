/** Results as psql prints them. */

export interface TableStyle {
  readonly isTuplesOnly: boolean;
  readonly isAligned: boolean;
  readonly isExpanded: boolean;
  readonly isCsv: boolean;
  readonly separator: string;
  /** Between the rows of a result that is not aligned. */
  readonly recordSeparator: string;
  /** What stands for null. */
  readonly null: string;
  /** Whether the number of rows is printed. */
  readonly hasFooter: boolean;
  readonly title?: string;
}

interface Column {
  readonly name: string;
  readonly isNumber: boolean;
}

type Row = readonly (string | null)[];

export function formatTable(columns: readonly Column[], values: readonly Row[], style: TableStyle): string {
  const rows = values.map((row) => row.map((value) => value ?? style.null));
  const count = style.hasFooter ? [`(${rows.length} row${rows.length === 1 ? '' : 's'})`] : [];
  if (style.isCsv) return csv(columns, rows, style);
  if (style.isExpanded) return expanded(columns, rows, style);
  if (!style.isAligned) {
    const lines = rows.map((row) => row.join(style.separator));
    const all = style.isTuplesOnly
      ? lines
      : [columns.map(({ name }) => name).join(style.separator), ...lines, ...count];
    const end = style.recordSeparator === '\0' ? '\0' : '\n';
    return all.length === 0 ? '' : `${all.join(style.recordSeparator)}${end}`;
  }
  const widths = columns.map(({ name }, index) =>
    Math.max(name.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((value, index) => {
        const [width, text] = [widths[index] ?? 0, value ?? ''];
        const isLast = index === columns.length - 1;
        return columns[index]?.isNumber === true
          ? ` ${text.padStart(width)}${isLast ? '' : ' '}`
          : ` ${isLast ? text : text.padEnd(width)}${isLast ? '' : ' '}`;
      })
      .join('|'),
  );
  if (style.isTuplesOnly) return `${lines.join('\n')}\n\n`;
  const head = columns.map(({ name }, index) => centered(name, (widths[index] ?? 0) + 2)).join('|');
  const rule = widths.map((width) => '-'.repeat(width + 2)).join('+');
  const title = style.title === undefined ? '' : `${centered(style.title, rule.length).trimEnd()}\n`;
  return `${title}${[head, rule, ...lines, ...count].join('\n')}\n\n`;
}

function centered(text: string, width: number): string {
  const left = Math.floor((width - text.length) / 2);
  return ' '.repeat(Math.max(0, left)) + text + ' '.repeat(Math.max(0, width - text.length - left));
}

function expanded(columns: readonly Column[], rows: readonly Row[], { isAligned, separator }: TableStyle): string {
  const width = Math.max(0, ...columns.map(({ name }) => name.length));
  return rows
    .map((row, index) => {
      const lines = columns.map(({ name }, place) =>
        isAligned ? `${name.padEnd(width)} | ${row[place] ?? ''}` : `${name}${separator}${row[place] ?? ''}`,
      );
      return `${isAligned ? `-[ RECORD ${index + 1} ]${'-'.repeat(Math.max(0, width - 8))}\n` : ''}${lines.join('\n')}\n`;
    })
    .join(isAligned ? '' : '\n')
    .concat(isAligned ? '\n' : '');
}

function csv(columns: readonly Column[], rows: readonly Row[], { isTuplesOnly }: TableStyle): string {
  const cell = (value: string | null): string =>
    /[",\n]/.test(value ?? '') ? `"${(value ?? '').replaceAll('"', '""')}"` : (value ?? '');
  const head = isTuplesOnly ? [] : [columns.map(({ name }) => cell(name)).join(',')];
  return [...head, ...rows.map((row) => row.map(cell).join(','))].map((line) => `${line}\n`).join('');
}
