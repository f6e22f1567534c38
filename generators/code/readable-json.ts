/** Data → JSON: readable, where a value is on one line if it fits, or compact. */
import { isList, type Data } from './value-trees.js';

/** That of prettier in generated code, which would print the same. */
const WIDTH = 120;

export function readableJson(value: Data): string {
  return print(value, '', 0, { width: 0, keys: new Map() }, '\n');
}

/** Returns JSON that only programs read, without the spaces that are a third of a readable one: the items of an array are on a line each. */
export function compactJson(value: Data): string {
  const lines = (Array.isArray(value) ? value : [value]).map((entry) => escaped(JSON.stringify(entry)));
  return Array.isArray(value) ? `[\n${lines.join(',\n')}\n]\n` : `${lines.join('')}\n`;
}

interface PrintState {
  /** The columns that the last printed value needs on one line, with what follows it; infinite if it has several lines. */
  width: number;
  /** Each printed key with its colon. A document has few different keys. */
  readonly keys: Map<string, string>;
}

/**
 * Prints the entries before the value: an entry that fits on the line of the value fits on a line of its own, so each value
 * is printed once.
 *
 * @param taken the columns of the line that the key of the value takes
 * @param after the text after the value, joined with the entries, since appending it would copy the whole text once more
 */
function print(value: Data, indent: string, taken: number, state: PrintState, after = ''): string {
  if (typeof value !== 'object' || value === null) {
    state.width = 0;
    return scalarText(value) + after;
  }
  const inner = `${indent}  `;
  const isArray = isList(value);
  const keys = isArray ? undefined : Object.keys(value);
  const count = isArray ? value.length : (keys?.length ?? 0);
  const lines: string[] = [];
  let end = isArray ? 0 : 2;
  let width = end;
  for (let index = 0; index < count; index += 1) {
    const key = keys?.[index] ?? '';
    const before = isArray ? '' : keyText(key, state.keys);
    const entry = (isArray ? value[index] : value[key]) ?? null;
    const comma = index < count - 1 ? 1 : 0;
    const text = print(entry, inner, before.length + comma, state);
    width = Math.max(width, end + before.length + state.width);
    end += before.length + text.length + 2;
    lines.push(before + text);
  }
  state.width = Math.max(width, end);
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  const last = lines.pop();
  if (last === undefined) return open + close + after;
  if (state.width <= WIDTH - indent.length - taken) {
    const space = isArray ? '' : ' ';
    lines.push(last + space + close + after);
    return open + space + lines.join(', ');
  }
  state.width = Infinity;
  lines.push(`${last}\n${indent}${close}${after}`);
  lines[0] = `${open}\n${inner}${lines[0] ?? ''}`;
  return lines.join(`,\n${inner}`);
}

function keyText(key: string, keys: Map<string, string>): string {
  let text = keys.get(key);
  if (text === undefined) keys.set(key, (text = `${scalarText(key)}: `));
  return text;
}

function scalarText(value: null | boolean | number | string): string {
  if (typeof value === 'number') return JSON.stringify(value);
  if (typeof value !== 'string') return String(value);
  // Fast path: in most strings nothing has to be escaped.
  if (/^[ !#-[\]-~]*$/.test(value)) return `"${value}"`;
  return escaped(JSON.stringify(value));
}

/** Escapes invisible characters and those that change the direction of text. */
function escaped(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
