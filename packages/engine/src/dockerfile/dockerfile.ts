/** Parses Dockerfiles: instructions with their flags and words, in the order of the file. */
import { BadRequest } from '@lading/server-v1.44';
import { healthcheckOf } from './healthcheck.js';
import { checkArguments, instructionNames } from './instruction-rules.js';

export interface Instruction {
  /** In upper case. */
  readonly word: string;
  /** Flags such as `--from=build`, without the dashes. */
  readonly flags: ReadonlyMap<string, string>;
  /** What follows the flags. */
  readonly rest: string;
  /** The words of a JSON array, if `rest` is one. */
  readonly list: readonly string[] | undefined;
  /** The instruction as it is written, on one line. */
  readonly text: string;
  readonly line: number;
}

export interface Dockerfile {
  readonly instructions: readonly Instruction[];
  /** The character that continues a line, and that quotes the next character. */
  readonly escape: string;
}

/** @param name for messages @throws BadRequest, before any instruction runs */
export function parseDockerfile(content: string, name = 'Dockerfile'): Dockerfile {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  const escape = escapeOf(lines, name);
  const continued = escape === '\\' ? /\\[ \t]*$/ : /`[ \t]*$/;
  const instructions: Instruction[] = [];
  let text = '';
  let first = 0;
  let heredoc: string | undefined;
  for (const [index, line] of lines.entries()) {
    if (heredoc !== undefined) {
      // As in engines, the classic builder leaves out here-documents.
      if (line.replace(/^\t+/, '') === heredoc) heredoc = undefined;
      continue;
    }
    if (/^\s*#/.test(line) || (text !== '' && line.trim() === '')) continue;
    if (text === '') first = index + 1;
    const isContinued = continued.test(line);
    text += text === '' ? line.trimStart().replace(continued, '') : line.replace(continued, '');
    if (isContinued && index < lines.length - 1) continue;
    if (text.trim() !== '') instructions.push(parseInstruction(text.trimEnd(), first, name));
    heredoc = heredocOf(text);
    text = '';
  }
  if (text.trim() !== '') instructions.push(parseInstruction(text.trimEnd(), first, name));
  if (instructions.length === 0) throw new BadRequest(`failed to parse ${name}: file with no instructions`);
  return { instructions, escape };
}

/** Parses one instruction. @throws BadRequest */
export function parseInstruction(text: string, line: number, name = 'Dockerfile'): Instruction {
  const [, written = '', afterWord = ''] = /^(\S+)\s*([^]*)$/.exec(text) ?? [];
  const word = written.toUpperCase();
  const fail = (reason: string): BadRequest => new BadRequest(`dockerfile parse error on line ${line}: ${reason}`);
  const allowed = instructionNames.get(word);
  if (allowed === undefined) {
    const near = nearest(word, [...instructionNames.keys()]);
    throw fail(`unknown instruction: ${written}${near === undefined ? '' : ` (did you mean ${near}?)`}`);
  }
  const flags = new Map<string, string>();
  let rest = afterWord;
  // A health check has options of its own.
  if (word !== 'HEALTHCHECK') {
    for (let match = flagOf(rest); match !== undefined; match = flagOf(rest)) {
      const { flag, value, length } = match;
      if (!allowed.includes(flag)) {
        const near = nearest(flag, allowed);
        throw fail(`unknown flag: ${flag}${near === undefined ? '' : ` (did you mean ${near}?)`}`);
      }
      flags.set(flag, value);
      rest = rest.slice(length).trimStart();
    }
  }
  const instruction = { word, flags, rest, list: listOf(rest), text, line };
  const reason = checkArguments(instruction);
  // A missing value is found while the file is split, before lines count.
  if (reason !== undefined && /must have two arguments$|^Syntax error/.test(reason))
    throw new BadRequest(`failed to parse ${name}: ${reason}`);
  if (reason !== undefined) throw fail(reason);
  try {
    if (word === 'HEALTHCHECK') healthcheckOf(rest);
  } catch (error) {
    throw error instanceof BadRequest ? fail(error.message) : error;
  }
  return instruction;
}

/** Returns the escape character that a directive in the first comments sets. */
function escapeOf(lines: readonly string[], file: string): string {
  let escape: string | undefined;
  for (const line of lines) {
    const [, name = '', value = ''] = /^\s*#\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === '') break;
    if (name.toLowerCase() !== 'escape') continue;
    if (value !== '\\' && value !== '`')
      throw new BadRequest(`failed to parse ${file}: invalid escape token '${value}' does not match \` or \\`);
    if (escape !== undefined)
      throw new BadRequest(`failed to parse ${file}: only one escape parser directive can be used`);
    escape = value;
  }
  return escape ?? '\\';
}

/** Returns the word that ends a here-document that an instruction begins. */
function heredocOf(text: string): string | undefined {
  return /^\s*(?:RUN|COPY|ADD)\b/i.test(text) ? /<<-?(["']?)([A-Za-z_]\w*)\1/.exec(text)?.[2] : undefined;
}

function flagOf(text: string): { readonly flag: string; readonly value: string; readonly length: number } | undefined {
  const [all = '', flag, value = ''] = /^--([a-z][a-z-]*)(?:=("[^"]*"|\S*))?(?=\s|$)/.exec(text) ?? [];
  return flag === undefined ? undefined : { flag, value: value.replace(/^"(.*)"$/, '$1'), length: all.length };
}

/** Parses an array of strings; anything else is no list. */
function listOf(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) && words.every((each) => typeof each === 'string') ? words : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the word that differs least from a wrong one. */
function nearest(wrong: string, words: readonly string[]): string | undefined {
  const distances = words.map((word) => [distance(wrong.toLowerCase(), word.toLowerCase()), word] as const);
  const [best] = distances.sort(([one], [other]) => one - other);
  return best !== undefined && best[0] <= 3 ? best[1] : undefined;
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, each] of [...other].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === each ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
