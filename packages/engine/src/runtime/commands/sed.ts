/** The command `sed`, with substitutions, deletions and prints. */
import { LinearExpression, type MatchTexts } from '../../linear-expression.js';
import type { ProcessContext } from '../process-context.js';
import { CommandError, linesOf, optionsOf, print, readFile, readSources, writeFile } from './command.js';

export async function sed(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, values, operands } = optionsOf(words, 'e');
  const script = values.get('e') ?? operands.shift() ?? '';
  const steps = script.split(/;(?=\s*(?:s.|\d|\/|\$|[dp]))|\n/).map((each) => sedStep(each.trim()));
  const run = (text: string): string =>
    linesOf(text)
      .flatMap((line, index, all) => sedLine(line, index + 1, index === all.length - 1, steps, flags.has('n')))
      .map((line) => `${line}\n`)
      .join('');
  if (!flags.has('i')) return print(process, run((await readSources(process, operands)).toString()), '');
  for (const name of operands) writeFile(process, name, Buffer.from(run(readFile(process, name).toString())));
  return 0;
}

interface SedStep {
  readonly applies: (line: string, number: number, isLast: boolean) => boolean;
  readonly action: 'd' | 'p' | 's';
  readonly replace?: (line: string) => { readonly line: string; readonly isChanged: boolean };
  readonly prints: boolean;
}

/** Parses `s/a/b/g`, `3d`, `/x/d`, `$p`. @throws CommandError for other commands */
function sedStep(text: string): SedStep {
  const [, address = '', command = ''] = /^(\d+|\$|\/(?:\\.|[^/])*\/)?\s*([^]*)$/.exec(text) ?? [];
  const applies: SedStep['applies'] = (line, number, isLast) =>
    address === '' ||
    (address === '$'
      ? isLast
      : address.startsWith('/')
        ? basicExpression(address.slice(1, -1)).test(line)
        : Number(address) === number);
  if (command === 'd' || command === 'p') return { applies, action: command, prints: command === 'p' };
  const separator = command[1] ?? '/';
  const [kind, pattern = '', replacement = '', options = ''] = command.split(new RegExp(`(?<!\\\\)\\${separator}`));
  if (kind !== 's' || /\w/.test(separator)) throw new CommandError(`unsupported command ${text}`);
  const expression = basicExpression(pattern, /i/i.test(options));
  const replace: SedStep['replace'] = (line) => {
    const changed = expression.replace(line, (match) => expandReplacement(replacement, match), options.includes('g'));
    return { line: changed, isChanged: changed !== line };
  };
  return { applies, action: 's', replace, prints: options.includes('p') };
}

/** Fills `&` and `\\1` of a replacement. */
function expandReplacement(replacement: string, match: MatchTexts): string {
  return replacement.replaceAll(/\\(.)|&/g, (all, escaped?: string) => {
    if (all === '&') return match[0] ?? '';
    if (escaped !== undefined && /\d/.test(escaped)) return match[Number(escaped)] ?? '';
    return escaped === 'n' ? '\n' : (escaped ?? '');
  });
}

function sedLine(
  given: string,
  number: number,
  isLast: boolean,
  steps: readonly SedStep[],
  isQuiet: boolean,
): string[] {
  const printed: string[] = [];
  let line = given;
  for (const { applies, action, replace, prints } of steps) {
    if (!applies(line, number, isLast)) continue;
    if (action === 'd') return printed;
    const result = replace?.(line) ?? { line, isChanged: true };
    ({ line } = result);
    if (prints && result.isChanged) printed.push(line);
  }
  return isQuiet ? printed : [...printed, line];
}

function basicExpression(pattern: string, ignoresCase = false): LinearExpression {
  return posixExpression(fromBasicPattern(pattern), ignoresCase);
}

/** Compiles an extended regular expression. @throws CommandError if it is invalid, or has backward references */
export function posixExpression(source: string, ignoresCase = false): LinearExpression {
  try {
    return new LinearExpression(source.replaceAll(/\\[^]/g, wordEdge), { ignoresCase, isLongest: true });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** GNU's commands name both ends of a word. */
function wordEdge(escape: string): string {
  return escape === '\\<' || escape === '\\>' ? '\\b' : escape;
}

/** Converts a basic regular expression, in which groups are written `\(…\)`. */
export function fromBasicPattern(pattern: string): string {
  return pattern.replaceAll(/\\?[(){}|+?]/g, (match) => (match.startsWith('\\') ? match.slice(1) : `\\${match}`));
}
