/** Parses Dockerfiles: instructions with their flags and words, in the order of the file. */
import { BadRequest } from '@lading/server-v1.44';
import { heredocOf, isHeredoc, listOf, splitWords } from './expand-words.js';
import { healthcheckOf } from './healthcheck.js';
import { checkArguments, instructionFlags, listing } from './instruction-rules.js';

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
  readonly warnings: readonly string[];
}

/** @param name for messages @throws BadRequest, before any instruction runs */
export function parseDockerfile(content: string, name = 'Dockerfile'): Dockerfile {
  const lines = content.replace(/^\uFEFF/, '').split(/\r?\n/);
  const escape = escapeOf(lines, name);
  // An escaped escape character continues no line.
  const continued = escape === '\\' ? /(^|[^\\])\\[ \t]*$/ : /(^|[^`])`[ \t]*$/;
  const instructions: Instruction[] = [];
  const warnings: string[] = [];
  let [text, first, hasEmptyLine] = ['', 0, false];
  const add = (): string[] => {
    if (hasEmptyLine) warnings.push(`Empty continuation line found in: ${text}`);
    const written = text.trimEnd();
    if (written !== '') instructions.push(parseInstruction(written, first, name));
    if (instructions.find(({ word }) => word !== 'ARG')?.word !== 'FROM' && instructions.at(-1)?.word !== 'ARG')
      throw new BadRequest('no build stage in current context');
    [text, hasEmptyLine] = ['', false];
    return heredocWords(instructions.at(-1));
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (/^\s*#/.test(line)) continue;
    if (text !== '' && line.trim() === '') {
      hasEmptyLine ||= index < lines.length - 1;
      continue;
    }
    if (text === '') first = index + 1;
    const isContinued = continued.test(line);
    text += (text === '' ? line.trimStart() : line).replace(continued, '$1');
    if (isContinued && index < lines.length - 1) continue;
    if (text.trim() === '') continue;
    for (const word of add()) index = endOf(word, lines, index, name);
  }
  if (text !== '') add();
  if (instructions.length === 0) throw new BadRequest(`failed to parse ${name}: file with no instructions`);
  if (warnings.length > 0) warnings.push('Empty continuation lines will become errors in a future release.');
  return { instructions, escape, warnings };
}

/** Returns the words of an instruction that begin here-documents, which the classic builder leaves out. */
function heredocWords(instruction: Instruction | undefined): string[] {
  const [, trigger = '', rest = ''] =
    (instruction?.word === 'ONBUILD' && /^(\S+)\s*([^]*)$/.exec(instruction.rest)) || [];
  const [word, text] = trigger === '' ? [instruction?.word ?? '', instruction?.rest ?? ''] : [trigger, rest];
  const isList = trigger === '' && instruction?.list !== undefined;
  if (isList || !['RUN', 'COPY', 'ADD'].includes(word.toUpperCase())) return [];
  return splitWords(text).filter(isHeredoc);
}

/** Returns the index of the line that ends a here-document. */
function endOf(word: string, lines: readonly string[], start: number, name: string): number {
  const { end = '', hasTabs } = heredocOf(word) ?? {};
  const index = lines.findIndex((line, at) => at > start && (hasTabs ? line.replace(/^\t+/, '') : line) === end);
  if (index < 0) throw new BadRequest(`failed to parse ${name}: unterminated heredoc`);
  return index;
}

/** Parses one instruction. @throws BadRequest */
export function parseInstruction(text: string, line: number, name = 'Dockerfile'): Instruction {
  const [, written = '', afterWord = ''] = /^(\S+)\s*([^]*)$/.exec(text) ?? [];
  const word = written.toUpperCase();
  const fail = (reason: string): BadRequest => new BadRequest(`dockerfile parse error on line ${line}: ${reason}`);
  const allowed = instructionFlags.get(word);
  if (allowed === undefined) {
    const near = nearest(
      written.toLowerCase(),
      [...instructionFlags.keys()].map((each) => each.toLowerCase()),
    );
    const hint = near !== undefined && written === word ? near.toUpperCase() : near;
    throw fail(`unknown instruction: ${written}${hint === undefined ? '' : ` (did you mean ${hint}?)`}`);
  }
  const { flags: given, rest } = flagsOf(afterWord);
  try {
    const list = listing.has(word) ? listOf(rest) : undefined;
    const [, trigger = '', triggered = ''] = (word === 'ONBUILD' && /^(\S+)\s*([^]*)$/.exec(rest)) || [];
    const reason = checkArguments({ word, rest, list }) ?? splitProblem(trigger.toUpperCase(), triggered);
    const isBeforeFlags = reason !== undefined && (isOfSplit(reason) || !['ENV', 'LABEL', 'VOLUME'].includes(word));
    if (isBeforeFlags) throw new BadRequest(reason);
    const flags = checkedFlags(given, allowed);
    if (reason !== undefined) throw new BadRequest(reason);
    if (word === 'HEALTHCHECK') healthcheckOf(flags, rest);
    return { word, flags, rest, list, text, line };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    throw isOfSplit(error.message) ? new BadRequest(`failed to parse ${name}: ${error.message}`) : fail(error.message);
  }
}

/** Whether a mistake is found while the file is split, before lines count. */
function isOfSplit(reason: string): boolean {
  return /must have two arguments$|^Syntax error|^when using JSON/.test(reason);
}

/** What is wrong with the instruction that a trigger runs, as far as it is found when the file is split. */
function splitProblem(word: string, afterWord: string): string | undefined {
  const { flags, rest } = flagsOf(afterWord);
  const list = listing.has(word) ? listOf(rest) : undefined;
  if (word === 'HEALTHCHECK' && /^cmd\s/i.test(rest)) healthcheckOf(new Map(), rest);
  const reason = flags.length === 0 ? checkArguments({ word, rest, list }) : undefined;
  return reason !== undefined && isOfSplit(reason) ? reason : undefined;
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

type WrittenFlag = readonly [name: string, value: string | undefined];

/** Separates the flags before the words; `--` ends them. */
function flagsOf(text: string): { readonly flags: readonly WrittenFlag[]; readonly rest: string } {
  const flags: WrittenFlag[] = [];
  let rest = text;
  for (;;) {
    const [all = '', flag = ''] = /^--((?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])*)\s*/s.exec(rest) ?? [];
    if (all === '') return { flags, rest };
    rest = rest.slice(all.length);
    if (flag === '') return { flags, rest };
    const plain = flag.replaceAll(/"([^"]*)"|'([^']*)'|\\(.)/gs, '$1$2$3');
    const at = plain.indexOf('=');
    flags.push(at < 0 ? [plain, undefined] : [plain.slice(0, at), plain.slice(at + 1)]);
  }
}

/** @throws BadRequest for flags that the instruction does not have, and for missing and wrong values */
function checkedFlags(
  given: readonly WrittenFlag[],
  allowed: Readonly<Record<string, 'text' | 'boolean'>>,
): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  for (const [flag, value] of given) {
    const kind = Object.hasOwn(allowed, flag) ? allowed[flag] : undefined;
    const near = kind === undefined ? nearest(flag, Object.keys(allowed)) : undefined;
    if (kind === undefined)
      throw new BadRequest(`unknown flag: ${flag}${near === undefined ? '' : ` (did you mean ${near}?)`}`);
    // Only mounts may be several.
    if (flags.has(flag) && flag !== 'mount') throw new BadRequest(`duplicate flag specified: ${flag}`);
    if (kind === 'text' ? value === undefined : value === '') throw new BadRequest(`missing a value on flag: ${flag}`);
    if (kind === 'boolean' && !['true', 'false'].includes((value ?? 'true').toLowerCase()))
      throw new BadRequest(`expecting boolean value for flag ${flag}, not: ${value ?? ''}`);
    flags.set(flag, value ?? 'true');
  }
  return flags;
}

/** Returns the word that differs least from a wrong one. */
function nearest(wrong: string, words: readonly string[]): string | undefined {
  const distances = words.map((word) => [distance(wrong, word), word] as const);
  const [best] = distances.sort(([one], [other]) => one - other);
  return best !== undefined && best[0] < 3 ? best[1] : undefined;
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
