/** Values of generated constants as trees, and their text in the form that prettier gives it. */
import { withoutMentions } from './mention.js';

/** A word stands as it is; the others break where they do not fit on a line. */
export type Code = string | Tree;

type Tree = ObjectTree | ListTree | CallTree;

interface Common {
  /** On one line. */
  readonly flat: string;
  /** Of that line when it is printed. */
  readonly width: number;
  /** It stands on several lines whatever its width. */
  readonly breaks: boolean;
}

interface ObjectTree extends Common {
  readonly kind: 'object';
  readonly entries: readonly Entry[];
}

interface ListTree extends Common {
  readonly kind: 'list';
  readonly items: readonly Code[];
}

interface CallTree extends Common {
  readonly kind: 'call';
  readonly name: string;
  readonly passed: readonly Code[];
}

/** A key as it is spelled, and its value. */
export type Entry = readonly [key: string, value: Code];

const WIDTH = 120;

/** @param open one entry a line, also where all would fit */
export function object(entries: readonly Entry[], open?: 'open'): Code {
  const flat =
    entries.length === 0 ? '{}' : `{ ${entries.map(([key, value]) => `${key}: ${line(value)}`).join(', ')} }`;
  const width = entries.reduce((sum, [key, value]) => sum + key.length + 4 + widthOf(value), 2);
  return {
    kind: 'object',
    entries,
    flat,
    width,
    breaks: open !== undefined || entries.some(([, value]) => isBroken(value)),
  };
}

export function list(items: readonly Code[]): Code {
  const [first] = items;
  // Several objects of several entries are never side by side, nor are such lists.
  const several =
    items.length > 1 &&
    isTree(first) &&
    first.kind !== 'call' &&
    items.every((item) => isTree(item) && item.kind === first.kind && size(item) > 1);
  const flat = `[${items.map(line).join(', ')}]`;
  return { kind: 'list', items, flat, width: widthOfAll(items) + 2, breaks: several || items.some(isBroken) };
}

export function call(name: string, ...passed: readonly Code[]): Code {
  const flat = `${name}(${passed.map(line).join(', ')})`;
  const width = printedWidth(name) + 2 + widthOfAll(passed);
  return { kind: 'call', name, passed, flat, width, breaks: passed.some(isBroken) };
}

/** `before` and the code behind it, `after` on its last line. */
export function statement(before: string, code: Code, after: string): string {
  return before + laid(code, '', printedWidth(before), after.length) + after;
}

/** @param column where it begins @param room what must fit behind it */
function laid(code: Code, indent: string, column: number, room: number): string {
  if (!isTree(code)) return code;
  if (!code.breaks && column + code.width + room <= WIDTH) return code.flat;
  return isHugging(code, column) ? hugged(code, indent) : opened(code, indent);
}

/** On several lines. */
function opened(code: Tree, indent: string): string {
  const inner = `${indent}  `;
  if (code.kind === 'object') {
    const lines = code.entries.map(([key, value]) => `${inner}${entry(key, value, inner)},\n`);
    return `{\n${lines.join('')}${indent}}`;
  }
  const [before, codes, after] = code.kind === 'list' ? ['[', code.items, ']'] : [`${code.name}(`, code.passed, ')'];
  const lines = codes.map((one) => `${inner}${laid(one, inner, inner.length, 1)},\n`);
  return `${before}\n${lines.join('')}${indent}${after}`;
}

/** A call whose last argument opens on its line. */
function hugged({ name, passed }: CallTree, indent: string): string {
  const before = passed.slice(0, -1).map((one) => `${line(one)}, `);
  const last = passed.at(-1) ?? '';
  return `${name}(${before.join('')}${isTree(last) ? opened(last, indent) : last})`;
}

function isHugging(code: Tree, column: number): code is CallTree {
  if (code.kind !== 'call') return false;
  const last = code.passed.at(-1);
  const others = code.passed.slice(0, -1);
  const before = others.at(-1);
  if (!isTree(last) || last.kind === 'call' || size(last) === 0 || others.some(isBroken)) return false;
  if (isTree(before) && before.kind === last.kind) return false;
  const opening = printedWidth(code.name) + 2 + others.reduce((sum, one) => sum + widthOf(one) + 2, 0);
  return column + opening <= WIDTH;
}

function entry(key: string, value: Code, indent: string): string {
  const column = indent.length + key.length + 2;
  // Behind a short key nothing would be won.
  const long = !isTree(value) && /^['"]/.test(value) && key.length > 4 && column + value.length + 1 > WIDTH;
  return long ? `${key}:\n${indent}  ${String(value)}` : `${key}: ${laid(value, indent, column, 1)}`;
}

function isTree(code: Code | undefined): code is Tree {
  return typeof code === 'object';
}

function isBroken(code: Code): boolean {
  return isTree(code) && code.breaks;
}

function size(code: ObjectTree | ListTree | CallTree): number {
  return code.kind === 'object' ? code.entries.length : code.kind === 'list' ? code.items.length : 0;
}

function line(code: Code): string {
  return isTree(code) ? code.flat : code;
}

function widthOf(code: Code): number {
  return isTree(code) ? code.width : printedWidth(code);
}

/** With commas between them. */
function widthOfAll(codes: readonly Code[]): number {
  return codes.reduce((sum, code) => sum + widthOf(code) + 2, codes.length > 0 ? -2 : 0);
}

/** A mention is as wide as its name. */
function printedWidth(text: string): number {
  return withoutMentions(text, ({ name }) => name).length;
}
