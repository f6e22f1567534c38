/** The change report for a terminal: columns, and optional colours. */
import type { Change } from '../../ir/index.js';
import type { VersionApis } from './home.js';
import { reachOf, sectionsOf, shortened, summaryOf, undecidedTexts, undecidedTitle, type Section } from './sections.js';

interface TerminalOptions {
  readonly color: boolean;
  /** The number of columns of the terminal. */
  readonly width: number;
}

/** Prints changes. No line is wider than the terminal, unless a word is. Control characters of documents are replaced. */
export function reportTerminal(changes: readonly Change[], versions: VersionApis, options: TerminalOptions): string {
  const paint = options.color ? painted : plain;
  const { older, newer } = versions;
  const head = [
    paint('bold', visible(`${older.version} → ${newer.version}`)),
    ...wrapped(summaryOf(changes), options.width),
  ];
  const groups = sectionsOf(changes, versions).flatMap(({ title, sections }) => [
    '',
    paint('cyan', visible(title).toUpperCase()),
    ...sections.flatMap((section) => linesOf(section, paint, options.width)),
  ]);
  const undecided = (versions.undecided ?? []).flatMap((item) => {
    const lines = undecidedTexts(item).flatMap((text) => wrapped(visible(text), options.width - 4));
    return lines.map((line, index) => `  ${index === 0 ? '' : '  '}${line}`);
  });
  const tasks = undecided.length === 0 ? [] : ['', paint('cyan', undecidedTitle.toUpperCase()), ...undecided];
  return `${[...head, ...groups, ...tasks].join('\n')}\n`;
}

function linesOf({ about, name, address, parts }: Section, paint: Paint, width: number): readonly string[] {
  const heading = `  ${paint('bold', visible(name))}${address === undefined ? '' : paint('dim', `  ${visible(address)}`)}`;
  return [
    ...(name === '' ? [] : ['', heading]),
    ...parts.flatMap((part) => {
      const reach = reachOf(about, part);
      const lines = reach === undefined ? [] : wrapped(`in ${reach}`, width - 4);
      return [
        ...lines.map((line) => paint('dim', `    ${line}`)),
        ...part.changes.flatMap((change) => entry(change, paint, width)),
      ];
    }),
  ];
}

const marks = { both: '! both   ', client: '! client ', server: '! server ', none: '         ' } as const;
const KIND = 11;

function entry(change: Change, paint: Paint, width: number): readonly string[] {
  const { breaks, kind } = change;
  const margin = 4 + marks.none.length + KIND;
  const [first = '', ...others] = wrapped(visible(shortened(change)), Math.max(width - margin, 20));
  const mark = breaks === 'none' ? marks.none : paint('red', marks[breaks]);
  return [
    `    ${mark}${paint('dim', kind.padEnd(KIND))}${first}`.trimEnd(),
    ...others.map((line) => `${' '.repeat(margin)}${line}`),
  ];
}

type Paint = (colour: keyof typeof colours, text: string) => string;

const colours = { bold: 1, dim: 2, red: 31, cyan: 36 } as const;
const painted: Paint = (colour, text) => `\u001b[${colours[colour]}m${text}\u001b[0m`;
const plain: Paint = (_colour, text) => text;

function visible(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** Wraps a text at a number of columns. A wider word gets a separate line. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
