/** Code of samples in Python: literals and calls, on one line if they fit. */
import { isArray, isObject, type Json } from '../../../emitter/index.js';

/** The width of a line, which is smaller on a page than in a file. */
const WIDTH = 100;

/** A value of Python: code as it stands, or parts between brackets. */
export type PythonCode = string | PythonBrackets;

export interface PythonBrackets {
  /** What stands before the parts: `{`, `requests.get(`. */
  readonly open: string;
  readonly parts: readonly { readonly label?: string; readonly value: PythonCode }[];
  readonly close: string;
}

/** Returns a string literal. Characters that a reader could not see are escaped. */
export function pythonString(text: string): string {
  const escaped = text.replace(/[\\']/g, String.raw`\$&`).replace(/(?! )[\p{C}\p{Z}]/gu, escapeOf);
  return `'${escaped}'`;
}

/** Python joins no surrogates, so a character beyond 16 bits has one escape. */
function escapeOf(character: string): string {
  const short = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }[character];
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return short ?? (code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`);
}

/** Returns the literal of a JSON value. */
export function pythonValue(value: Json): PythonCode {
  if (isArray(value)) return { open: '[', parts: value.map((each) => ({ value: pythonValue(each) })), close: ']' };
  if (isObject(value)) return pythonDict(Object.entries(value).map(([key, each]) => [key, pythonValue(each)] as const));
  if (typeof value === 'string') return pythonString(value);
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
}

export function pythonDict(entries: readonly (readonly [string, PythonCode])[]): PythonBrackets {
  return {
    open: '{',
    parts: entries.map(([key, value]) => ({ label: `${pythonString(key)}: `, value })),
    close: '}',
  };
}

export function pythonCall(name: string, ...parts: PythonBrackets['parts']): PythonBrackets {
  return { open: `${name}(`, parts, close: ')' };
}

/** Returns the text of a line, or of several if it is too long. @param before the text before the code */
export function pythonText(before: string, code: PythonCode, after = ''): string {
  const indent = /^ */.exec(before)?.[0] ?? '';
  return `${before}${laidOut(code, indent, before.length, after.length)}${after}`;
}

/** @param used the width that is used before the code, @param left the width that is needed after it */
function laidOut(code: PythonCode, indent: string, used: number, left: number): string {
  const line = onOneLine(code);
  if (typeof code === 'string' || used + line.length + left <= WIDTH || code.parts.length === 0) return line;
  const { open, parts, close } = code;
  const [only] = parts;
  // The brackets of the only argument may hug those of the call: `json.dumps({`.
  if (parts.length === 1 && only?.label === undefined && only !== undefined && typeof only.value !== 'string')
    return `${open}${laidOut(only.value, indent, used + open.length, left + 1)}${close}`;
  const inner = `${indent}    `;
  const lines = parts.map(({ label = '', value }) => {
    return `${inner}${label}${laidOut(value, inner, inner.length + label.length, 1)},\n`;
  });
  return `${open}\n${lines.join('')}${indent}${close}`;
}

function onOneLine(code: PythonCode): string {
  if (typeof code === 'string') return code;
  const parts = code.parts.map(({ label = '', value }) => `${label}${onOneLine(value)}`);
  // A tuple of one needs a comma, and no sample has one.
  return `${code.open}${parts.join(', ')}${code.close}`;
}
