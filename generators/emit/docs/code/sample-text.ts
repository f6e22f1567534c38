/** Code of examples: values as TypeScript literals, on one line if they fit. */
import {
  entryKey,
  isArray,
  isObject,
  layOut,
  list,
  literal,
  object,
  type Code,
  type Json,
} from '../../../emitter/index.js';

/** The width of a line, which is smaller on a page than in a file. */
export const WIDTH = 100;

/** Returns the text of code. @param indent the indentation at which the text is inserted */
export function sampleText(code: Code, indent = 0): string {
  return layOut(code, { width: WIDTH - indent });
}

/** Returns the literal of a JSON value; long numbers have separators. */
export function sampleCode(value: Json): Code {
  if (isArray(value)) return list(value.map(sampleCode));
  if (isObject(value)) return object(Object.entries(value).map(([key, entry]) => [entryKey(key), sampleCode(entry)]));
  return typeof value === 'string' ? literal(value) : numberText(value);
}

function numberText(value: null | boolean | number): string {
  if (typeof value !== 'number' || Math.abs(value) < 100_000 || !Number.isSafeInteger(value)) return String(value);
  return String(value).replace(/\B(?=(\d{3})+$)/g, '_');
}
