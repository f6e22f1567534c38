/** Data → readable JSON: a value is on one line if it fits. */
import { isList, type Data } from './value-trees.js';

const WIDTH = 120;

export function readableJson(value: Data): string {
  return `${new JsonPrinter().print(value, '', 0)}\n`;
}

class JsonPrinter {
  readonly #keys = new Map<string, string>();
  /** The columns that the last printed value needs on one line, with what follows it; infinite if it has several lines. */
  #width = 0;

  /**
   * Prints the entries before the value: an entry that fits on the line of the value fits on a line of its own, so each
   * value is printed once.
   *
   * @param taken the columns of the line that the key of the value takes
   */
  print(value: Data, indent: string, taken: number): string {
    if (typeof value !== 'object' || value === null) {
      this.#width = 0;
      return scalarText(value);
    }
    const inner = `${indent}  `;
    const lines: string[] = [];
    let end = 4;
    let width = end;
    const add = (before: string, entry: Data): void => {
      const text = this.print(entry, inner, before.length);
      width = Math.max(width, end + before.length + this.#width);
      end += before.length + text.length + 2;
      lines.push(before + text);
    };
    const isArray = isList(value);
    if (isArray) for (const item of value) add('', item);
    else for (const key of Object.keys(value)) add(this.#keyText(key), value[key] ?? null);
    this.#width = Math.max(width, end);
    const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
    if (lines.length === 0) return open + close;
    if (this.#width <= WIDTH - indent.length - taken) {
      const space = isArray ? '' : ' ';
      return open + space + lines.join(', ') + space + close;
    }
    this.#width = Infinity;
    return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`;
  }

  /** Returns a key and its colon. A document has few different keys. */
  #keyText(key: string): string {
    let text = this.#keys.get(key);
    if (text === undefined) this.#keys.set(key, (text = `${scalarText(key)}: `));
    return text;
  }
}

/** Escapes invisible characters and those that change the direction of text. */
function scalarText(value: null | boolean | number | string): string {
  if (typeof value === 'number') return JSON.stringify(value);
  if (typeof value !== 'string') return String(value);
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
