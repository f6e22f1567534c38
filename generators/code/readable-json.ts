/** Data → readable JSON: a value is on one line if it fits. */
import { isList, type Data } from './value-trees.js';

const WIDTH = 120;

export function readableJson(value: Data): string {
  return `${print(value, '', 0)}\n`;
}

/** @param taken the columns of the line that the key of the value takes */
function print(value: Data, indent: string, taken: number): string {
  if (typeof value !== 'object' || value === null) return scalarText(value);
  const line = lineOf(value, WIDTH - indent.length - taken);
  if (line !== undefined) return line;
  const inner = `${indent}  `;
  const [open, close] = bracketsOf(value);
  const lines = [...entriesOf(value)].map(([before, entry]) => inner + before + print(entry, inner, before.length));
  return lines.length === 0 ? open + close : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/**
 * Returns a value on one line; undefined if that is too wide. It stops at the first entry that does not fit, so that a
 * large value costs no more than a line.
 *
 * @param room the columns for the line and what follows it
 */
function lineOf(value: Data, room: number): string | undefined {
  if (typeof value === 'string' && value.length > room) return undefined;
  if (typeof value !== 'object' || value === null) return scalarText(value);
  const parts: string[] = [];
  let end = 4;
  for (const [before, entry] of entriesOf(value)) {
    const line = lineOf(entry, room - end - before.length);
    end += before.length + (line?.length ?? 0) + 2;
    if (line === undefined || end > room) return undefined;
    parts.push(before + line);
  }
  if (end > room) return undefined;
  const [open, close] = bracketsOf(value);
  const space = parts.length === 0 || isList(value) ? '' : ' ';
  return open + space + parts.join(', ') + space + close;
}

type Composite = Exclude<Data, null | boolean | number | string>;

/** Returns the entries of an array or object, each with its key: `"name": `. */
function* entriesOf(value: Composite): IterableIterator<readonly [before: string, entry: Data]> {
  if (isList(value)) {
    for (const item of value) yield ['', item];
  } else {
    for (const key of Object.keys(value)) yield [`${scalarText(key)}: `, value[key] ?? null];
  }
}

function bracketsOf(value: Composite): readonly [open: string, close: string] {
  return isList(value) ? ['[', ']'] : ['{', '}'];
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
