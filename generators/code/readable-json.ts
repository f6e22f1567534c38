/** Data → readable JSON: a value is on one line if it fits. */
import { isList, type Data } from './value-trees.js';

const WIDTH = 120;

export function readableJson(value: Data): string {
  return `${print(value, '', 0).text}\n`;
}

/** A printed value. */
interface PrintedValue {
  readonly text: string;
  /** The columns that it needs on one line, with what follows it; infinite if it has several lines. */
  readonly width: number;
}

/**
 * Prints the entries before the value: an entry that fits on the line of the value fits on a line of its own, so each value
 * is printed once.
 *
 * @param taken the columns of the line that the key of the value takes
 */
function print(value: Data, indent: string, taken: number): PrintedValue {
  if (typeof value !== 'object' || value === null) return { text: scalarText(value), width: 0 };
  const inner = `${indent}  `;
  const lines: string[] = [];
  let end = 4;
  let width = end;
  const add = (before: string, entry: Data) => {
    const printed = print(entry, inner, before.length);
    width = Math.max(width, end + before.length + printed.width);
    end += before.length + printed.text.length + 2;
    lines.push(before + printed.text);
  };
  const isArray = isList(value);
  if (isArray) for (const item of value) add('', item);
  else for (const key of Object.keys(value)) add(`${scalarText(key)}: `, value[key] ?? null);
  width = Math.max(width, end);
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  if (lines.length === 0) return { text: open + close, width };
  if (width <= WIDTH - indent.length - taken) {
    const space = isArray ? '' : ' ';
    return { text: open + space + lines.join(', ') + space + close, width };
  }
  return { text: `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`, width: Infinity };
}

/** Escapes invisible characters and those that change the direction of text. */
function scalarText(value: null | boolean | number | string): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  // Fast path: in most strings nothing has to be escaped.
  if (/^[ !#-[\]-~]*$/.test(value)) return `"${value}"`;
  const text = JSON.stringify(value);
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
