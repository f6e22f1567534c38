/** Evaluates `test`, `[` and the conditions of `[[`. */
import { followLinks, resolvePath } from '../../filesystem/paths.js';
import { userOf } from '../commands/users.js';
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
    if (third !== undefined && Object.hasOwn(binaryFiles, second)) {
      rest.splice(0, 3);
      return binaryFiles[second]?.(first, third, process) ?? false;
    }
    if (rest.length === 2 && Object.hasOwn(binary, second)) throw new Error(`${second}: argument expected`);
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

const binaryFiles: Readonly<Record<string, (left: string, right: string, process: ProcessContext) => boolean>> = {
  '-nt': (left, right, process) => isNewer(left, right, process),
  '-ot': (left, right, process) => isNewer(right, left, process),
  '-ef': (left, right, process) => {
    const [one, other] = [fileOf(left, process), fileOf(right, process)];
    return one.entry !== undefined && one.path === other.path;
  },
};

/** Whether both files exist, and the first one was changed later. */
function isNewer(left: string, right: string, process: ProcessContext): boolean {
  const [one, other] = [fileOf(left, process).entry, fileOf(right, process).entry];
  return one !== undefined && other !== undefined && one.modified > other.modified;
}

function fileOf(name: string, { settings: { files }, folder }: ProcessContext) {
  const path = resolvePath(name, folder);
  const followed = followLinks(files, path) ?? path;
  return { path: followed, entry: name === '' ? undefined : files.get(followed) };
}

/** Whether a path is that of a built-in program, which has no file. */
function isProgram(path: string, process: ProcessContext): boolean {
  const { programs, settings, folder } = process;
  return programs.locate(path, settings.files, folder, '').kind === 'found';
}

function integer(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new Error(`${text}: bad number`);
  return Number(text);
}

function unary(operator: string, value: string, process: ProcessContext): boolean {
  const { files, hasTerminal } = process.settings;
  if (operator === '-z') return value === '';
  if (operator === '-n') return value !== '';
  if (operator === '-t') return hasTerminal;
  if (operator === '-v') return process.variables.has(value);
  const path = resolvePath(value, process.folder);
  const unresolved = files.get(followLinks(files, path, false) ?? path);
  if (operator === '-h' || operator === '-L') return unresolved?.kind === 'link';
  const { entry } = fileOf(value, process);
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
      return entry === undefined ? isProgram(path, process) : entry.kind === 'folder' || (entry.mode & 0o111) !== 0;
    case '-u':
      return ((entry?.mode ?? 0) & 0o4000) !== 0;
    case '-g':
      return ((entry?.mode ?? 0) & 0o2000) !== 0;
    case '-k':
      return ((entry?.mode ?? 0) & 0o1000) !== 0;
    case '-O':
      return entry !== undefined && String(entry.uid) === userOf(process).uid;
    case '-G':
      return entry !== undefined && String(entry.gid) === userOf(process).group.gid;
    case '-c':
      return /^\/dev\/(?:null|zero|full|random|urandom|tty)$/.test(path);
    case '-p':
    case '-S':
    case '-b':
      return false;
    default:
      throw new Error(`${operator}: unknown operand`);
  }
}
