/** Data → readable JSON: a value is on one line if it fits. */
import { isArray, isObject, type Json } from '../../document/index.js';

const WIDTH = 120;

export function readableJson(value: Json): string {
  return `${text(value, '', 0)}\n`;
}

function text(value: Json, indent: string, taken: number): string {
  if (!isArray(value) && !isObject(value)) return scalarText(value);
  const line = lineText(value, WIDTH - indent.length - taken);
  if (line !== undefined) return line;
  const inner = `${indent}  `;
  const entries = isArray(value)
    ? value.map((entry) => `${inner}${text(entry, inner, 0)}`)
    : Object.entries(value).map(([key, entry]) => {
        const before = `${scalarText(key)}: `;
        return `${inner}${before}${text(entry, inner, before.length)}`;
      });
  const [open, close] = isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
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

/** Returns a value on one line, or undefined if it is wider than `width`. */
function lineText(value: Json, width: number): string | undefined {
  if (!isArray(value) && !isObject(value)) {
    const scalar = scalarText(value);
    return scalar.length > width ? undefined : scalar;
  }
  const parts: string[] = [];
  let left = width - 4;
  for (const [key, entry] of Object.entries(value)) {
    const before = isArray(value) ? '' : `${scalarText(key)}: `;
    const part = lineText(entry as Json, left - before.length);
    if (part === undefined) return undefined;
    parts.push(before + part);
    left -= before.length + part.length + 2;
    if (left < 0) return undefined;
  }
  if (isArray(value)) return `[${parts.join(', ')}]`;
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
