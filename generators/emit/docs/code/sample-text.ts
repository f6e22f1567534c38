/** Code of examples: values as literals of TypeScript, on one line where that fits. */
import { entryKey, list, literal, object, type Code } from '../../../code/index.js';
import { layOut } from '../../../code/layout/lay-out.js';
import { isArray, isObject, type Json } from '../../../document/index.js';

/** Beside the prose of a page there is less room than in a file. */
const WIDTH = 100;

/** @param indent of the lines, where the text is put into others */
export function sampleText(code: Code, indent = 0): string {
  return layOut(code, { width: WIDTH - indent });
}

/** A JSON value → the literal that stands for it, long numbers with separators. */
export function sampleCode(value: Json): Code {
  if (isArray(value)) return list(value.map(sampleCode));
  if (isObject(value)) return object(Object.entries(value).map(([key, entry]) => [entryKey(key), sampleCode(entry)]));
  return typeof value === 'string' ? literal(value) : numberText(value);
}

function numberText(value: null | boolean | number): string {
  if (typeof value !== 'number' || Math.abs(value) < 100_000 || !Number.isSafeInteger(value)) return String(value);
  return String(value).replace(/\B(?=(\d{3})+$)/g, '_');
}
