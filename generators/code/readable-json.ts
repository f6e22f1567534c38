/** Data → readable JSON: a value is on one line if it fits. */
import { isList, type Data } from './value-trees.js';

const WIDTH = 120;

/** A value as text: on one line, and its entries if that line may be too wide. */
interface Layout {
  /** The value on one line; absent if that is too wide for any place. */
  readonly line?: string;
  /** The columns that the line needs, with some space for what follows it. */
  readonly width: number;
  /** The entries of an array or object, each with its key: `"name": `. */
  readonly entries: readonly (readonly [before: string, layout: Layout])[];
  readonly brackets: readonly [open: string, close: string];
}

export function readableJson(value: Data): string {
  return `${print(layoutOf(value), '', 0)}\n`;
}

function print({ line, width, entries, brackets: [open, close] }: Layout, indent: string, taken: number): string {
  if (line !== undefined && (entries.length === 0 || width <= WIDTH - indent.length - taken)) return line;
  const inner = `${indent}  `;
  const lines = entries.map(([before, layout]) => `${inner}${before}${print(layout, inner, before.length)}`);
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** Lays out each value once: the line of an array or object is joined from those of its entries. */
function layoutOf(value: Data): Layout {
  if (typeof value !== 'object' || value === null) {
    const line = scalarText(value);
    return { line, width: line.length, entries: [], brackets: ['', ''] };
  }
  if (isList(value)) {
    const items = value.map((item) => ['', layoutOf(item)] as const);
    return layoutOfEntries(items, ['[', ']'], '');
  }
  const entries = Object.entries(value).map(([key, entry]) => [`${scalarText(key)}: `, layoutOf(entry)] as const);
  return layoutOfEntries(entries, ['{', '}'], entries.length === 0 ? '' : ' ');
}

/** @param space what separates the brackets of a line from the entries */
function layoutOfEntries(entries: Layout['entries'], brackets: Layout['brackets'], space: string): Layout {
  const parts: string[] = [];
  let [width, end] = [0, 4];
  for (const [before, entry] of entries) {
    width = Math.max(width, end + before.length + entry.width);
    if (entry.line === undefined || width > WIDTH) return { width, entries, brackets };
    parts.push(before + entry.line);
    end += before.length + entry.line.length + 2;
  }
  const line = `${brackets[0]}${space}${parts.join(', ')}${space}${brackets[1]}`;
  return { line, width: Math.max(width, end), entries, brackets };
}

/** Escapes invisible characters and those that change the direction of text. */
function scalarText(value: null | boolean | number | string): string {
  const text = JSON.stringify(value);
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
