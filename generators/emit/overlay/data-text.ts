/** Data → the literal that stands for it, in the form that prettier gives it. */
import { entryKey, literal } from '../../code/index.js';

const WIDTH = 120;

export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

/** @param indent of the line that it stands on @param taken what else stands on that line */
export function dataText(value: Data, indent = '', taken = 0): string {
  const line = onOneLine(value);
  const fits = indent.length + taken + line.length <= WIDTH && !isBroken(value);
  if (fits || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  if (isList(value)) return `[\n${value.map((item) => `${inner}${dataText(item, inner, 1)},\n`).join('')}${indent}]`;
  const members = Object.entries(value).map(([key, member]) => {
    const before = `${entryKey(key)}: `;
    const text = dataText(member, inner, before.length + 1);
    const isShort = text.includes('\n') || inner.length + before.length + text.length + 1 <= WIDTH;
    return isShort ? `${inner}${before}${text},\n` : `${inner}${before.trimEnd()}\n${inner}  ${text},\n`;
  });
  return `{\n${members.join('')}${indent}}`;
}

function onOneLine(value: Data): string {
  if (typeof value === 'string') return literal(value);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (isList(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${entryKey(key)}: ${onOneLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Prettier never puts several records of several members each on one line, nor what holds them. */
function isBroken(value: Data): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const parts = Object.values(value);
  const sizes = parts.map((part) => (typeof part === 'object' && part !== null ? Object.keys(part).length : 0));
  const alike = new Set(parts.map((part) => Array.isArray(part))).size === 1;
  if (isList(value) && parts.length > 1 && alike && sizes.every((size) => size > 1)) return true;
  return parts.some(isBroken);
}

function isList(value: object): value is readonly Data[] {
  return Array.isArray(value);
}
