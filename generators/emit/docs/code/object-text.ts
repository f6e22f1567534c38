/** A JSON value → a literal of TypeScript, on one line where that fits. */
import { entryKey, literal } from '../../../code/index.js';
import { isArray, isObject, type Json } from '../../../document/index.js';

const WIDTH = 100;

/** @param indent of the line on which it begins @param taken columns that stand before it on that line */
export function objectText(value: Json, indent = '', taken = indent.length): string {
  const line = lineText(value);
  if (line.length + taken <= WIDTH || (!isArray(value) && !isObject(value))) return line;
  const inner = `${indent}  `;
  const entries = isArray(value)
    ? value.map((entry) => objectText(entry, inner))
    : Object.entries(value as { readonly [key: string]: Json }).map(([key, entry]) => {
        const before = `${entryKey(key)}: `;
        return `${before}${objectText(entry, inner, inner.length + before.length)}`;
      });
  const [open, close] = isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
}

function lineText(value: Json): string {
  if (isArray(value)) return `[${value.map(lineText).join(', ')}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, entry]) => `${entryKey(key)}: ${lineText(entry)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return typeof value === 'string' ? literal(value) : numberText(value);
}

function numberText(value: null | boolean | number): string {
  if (typeof value !== 'number' || Math.abs(value) < 100_000 || !Number.isSafeInteger(value)) return String(value);
  return String(value).replace(/\B(?=(\d{3})+$)/g, '_');
}
