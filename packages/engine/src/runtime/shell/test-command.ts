/** Evaluates `test`, `[` and the conditions of `[[`. */
import { followLinks, resolvePath } from '../../filesystem/paths.js';
import type { ProcessContext } from '../process-context.js';

/** @throws Error for invalid words */
export function testWords(words: readonly string[], process: ProcessContext): boolean {
  const rest = [...words];
  const result = or();
  if (rest.length > 0) throw new Error(`${rest[0]}: unknown operand`);
  return result;

  function or(): boolean {
    let value = and();
    while (rest[0] === '-o') {
      rest.shift();
      value = and() || value;
    }
    return value;
  }

  function and(): boolean {
    let value = not();
    while (rest[0] === '-a') {
      rest.shift();
      value = not() && value;
    }
    return value;
  }

  function not(): boolean {
    if (rest[0] === '!' && rest.length > 1) {
      rest.shift();
      return !not();
    }
    return primary();
  }

  function primary(): boolean {
    const [first = '', second = '', third] = rest;
    if (rest.length === 0) return false;
    if (third !== undefined && Object.hasOwn(binary, second)) {
      rest.splice(0, 3);
      return binary[second]?.(first, third) ?? false;
    }
    if (first === '(' && rest.includes(')')) {
      rest.shift();
      const value = or();
      rest.shift();
      return value;
    }
    if (rest.length > 1 && /^-[a-zA-Z]$/.test(first)) {
      rest.splice(0, 2);
      return unary(first, second, process);
    }
    rest.shift();
    return first !== '';
  }
}

const binary: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  '=': (left, right) => left === right,
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '>': (left, right) => left > right,
  '-eq': (left, right) => integer(left) === integer(right),
  '-ne': (left, right) => integer(left) !== integer(right),
  '-lt': (left, right) => integer(left) < integer(right),
  '-le': (left, right) => integer(left) <= integer(right),
  '-gt': (left, right) => integer(left) > integer(right),
  '-ge': (left, right) => integer(left) >= integer(right),
};

function integer(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new Error(`${text}: bad number`);
  return Number(text);
}

function unary(operator: string, value: string, process: ProcessContext): boolean {
  const { files, hasTerminal } = process.settings;
  if (operator === '-z') return value === '';
  if (operator === '-n') return value !== '';
  if (operator === '-t') return hasTerminal;
  const path = resolvePath(value, process.folder);
  const unresolved = files.get(followLinks(files, path, false) ?? path);
  if (operator === '-h' || operator === '-L') return unresolved?.kind === 'link';
  const entry = files.get(followLinks(files, path) ?? path);
  switch (operator) {
    case '-e':
    case '-r':
    case '-w':
      return entry !== undefined;
    case '-f':
      return entry?.kind === 'file';
    case '-d':
      return entry?.kind === 'folder';
    case '-s':
      return entry?.kind === 'file' && entry.data.length > 0;
    case '-x':
      return entry?.kind === 'folder' || (entry !== undefined && (entry.mode & 0o111) !== 0);
    case '-p':
    case '-S':
    case '-b':
    case '-c':
      return false;
    default:
      throw new Error(`${operator}: unknown operand`);
  }
}
