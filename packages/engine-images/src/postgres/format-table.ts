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
  const names = columns.map(({ name }) => name);
  const cells = rows.map((row) => row.map(linesOf));
  const widths = names.map((name, index) => Math.max(widthOf(name), ...cells.map((row) => widest(row[index] ?? []))));
  const lines = cells.flatMap((row) =>
    Array.from({ length: Math.max(1, ...row.map(({ length }) => length)) }, (_, line) =>
      row.map((texts, index) => cellLine(texts, line, columns, index, widths[index] ?? 0)).join('|'),
    ),
  );
  if (style.isTuplesOnly) return `${lines.map((line) => `${line}\n`).join('')}\n`;
  const head = names.map((name, index) => centered(name, (widths[index] ?? 0) + 2)).join('|');
  const rule = widths.map((width) => '-'.repeat(width + 2)).join('+');
  const title = style.title === undefined ? '' : `${centered(style.title, rule.length).trimEnd()}\n`;
  return `${title}${[head, rule, ...lines, ...count].join('\n')}\n\n`;
}

/** The line of a cell: `+` says that another one follows. */
function cellLine(
  texts: readonly string[],
  line: number,
  columns: readonly Column[],
  index: number,
  width: number,
): string {
  const text = texts[line];
  const isLast = index === columns.length - 1;
  const continues = line + 1 < texts.length;
  if (text === undefined) return isLast ? ' ' : ' '.repeat(width + 2);
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  const aligned = columns[index]?.isNumber === true ? space + text : isLast && !continues ? text : text + space;
  return ` ${aligned}${continues ? '+' : isLast ? '' : ' '}`;
}

/** The lines of a value, with control characters as psql shows them. */
function linesOf(value: string): string[] {
  return value.split('\n').map((line) =>
    line
      .replaceAll('\r', '\\r')
      .replaceAll(/([^\t]*)\t/g, (_all, before: string) => before + ' '.repeat(8 - (widthOf(before) % 8)))
      .replaceAll(
        /[\0-\x1f\x7f]/g,
        (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
      ),
  );
}

function widest(lines: readonly string[]): number {
  return Math.max(0, ...lines.map(widthOf));
}

/** The columns of a terminal that a text takes. */
function widthOf(text: string): number {
  const wide =
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;
  let width = 0;
  for (const letter of text) width += /\p{Mn}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1;
  return width;
}

function centered(text: string, width: number): string {
  const rest = Math.max(0, width - widthOf(text));
  const left = Math.floor(rest / 2);
  return ' '.repeat(left) + text + ' '.repeat(rest - left);
}

function expanded(columns: readonly Column[], rows: readonly Row[], style: TableStyle): string {
  const { isAligned, isTuplesOnly, separator } = style;
  if (!isAligned)
    return rows
      .map((row) => columns.map(({ name }, place) => `${name}${separator}${row[place] ?? ''}\n`).join(''))
      .join('\n');
  if (rows.length === 0) return isTuplesOnly ? '\n' : '(0 rows)\n\n';
  const cells = rows.map((row) => row.map((value) => linesOf(value ?? '')));
  const width = Math.max(0, ...columns.map(({ name }) => widthOf(name)));
  const valueWidth = Math.max(0, ...cells.flat().map(widest));
  const records = cells.map((row, index) => {
    const lines = row.flatMap((texts, place) =>
      texts.map((text, line) => {
        const name = line === 0 ? (columns[place]?.name ?? '') : '';
        const end = line + 1 < texts.length ? `${' '.repeat(valueWidth - widthOf(text))}+` : '';
        return `${name}${' '.repeat(width - widthOf(name))} | ${text}${end}\n`;
      }),
    );
    const head = isTuplesOnly ? '' : `-[ RECORD ${index + 1} ]`;
    const rule =
      head.length <= width + 1
        ? `${head.padEnd(width + 1, '-')}+${'-'.repeat(valueWidth + 1)}`
        : head.padEnd(width + valueWidth + 3, '-');
    return `${isTuplesOnly && index === 0 ? '' : `${rule}\n`}${lines.join('')}`;
  });
  return `${records.join('')}\n`;
}

function csv(columns: readonly Column[], rows: readonly Row[], { isTuplesOnly }: TableStyle): string {
  const cell = (value: string | null): string =>
    /[",\n]/.test(value ?? '') ? `"${(value ?? '').replaceAll('"', '""')}"` : (value ?? '');
  const head = isTuplesOnly ? [] : [columns.map(({ name }) => cell(name)).join(',')];
  return [...head, ...rows.map((row) => row.map(cell).join(','))].map((line) => `${line}\n`).join('');
}
