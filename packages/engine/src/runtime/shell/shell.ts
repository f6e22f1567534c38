/** The program `sh`: a script, a file, or commands from its input. */
import { followLinks, nameOf, resolvePath } from '../../filesystem/paths.js';
import type { ProcessContext } from '../process-context.js';
import { Interpreter } from './interpreter.js';
import { optionNamed } from './options.js';
import { parser } from './parser.js';
import { Leave, ShellState } from './shell-state.js';
import { toExit } from './to-exit.js';

/**
 * Runs `sh [-eux] [-c SCRIPT | FILE] [ARGUMENT…]`.
 *
 * @param name how the shell was called, for its messages
 * @returns the exit code
 */
export async function runShell(process: ProcessContext, words: readonly string[], name = 'sh'): Promise<number> {
  const rest = [...words];
  const options: string[] = [];
  const isBash = nameOf(name) === 'bash';
  for (
    let word = rest[0];
    word !== undefined && /^(?:[-+]\w|--(?:login|norc|noprofile|posix)$)/.test(word);
    word = rest[0]
  ) {
    rest.shift();
    if (word.startsWith('--')) continue;
    for (const letter of word.slice(1)) options.push(letter === 'o' ? (rest.shift() ?? '') : letter);
  }
  if (options.includes('c') && rest.length === 0) {
    await process.write('stderr', `${name}: -c requires an argument\n`);
    return 2;
  }
  const script = options.includes('c') ? (rest.shift() ?? '') : undefined;
  const file = script === undefined && !options.includes('s') ? rest.shift() : undefined;
  const state = new ShellState(
    process,
    script === undefined ? (file ?? name) : (rest.shift() ?? name),
    rest,
    undefined,
    isBash,
  );
  try {
    for (const option of options) if (!/^[csil]$/.test(option)) state.options.add(optionNamed('-', option));
  } catch (error) {
    await process.write(
      'stderr',
      `${name}: ${error instanceof Error ? error.message.replace('set: ', '') : String(error)}\n`,
    );
    return 2;
  }
  const shell = new Interpreter(state);
  const run = (): Promise<number> => {
    if (script !== undefined) return shell.run(script, true);
    return file === undefined ? runInput(shell) : runFile(shell, file);
  };
  return toExit(shell, run());
}

async function runFile(shell: Interpreter, file: string): Promise<number> {
  const { process } = shell.state;
  const { files } = process.settings;
  const path = resolvePath(file, process.folder);
  const entry = files.get(followLinks(files, path) ?? path);
  if (entry?.kind === 'file') return shell.run(entry.data.toString());
  await process.write('stderr', `sh: can't open '${file}': No such file or directory\n`);
  return 2;
}

/** Reads commands from the input, interactively on a terminal. */
async function runInput(shell: Interpreter): Promise<number> {
  const { state } = shell;
  const { process } = state;
  const isInteractive = process.settings.hasTerminal;
  state.isInteractive = isInteractive;
  // Ctrl-C ends what the shell runs, and not the shell.
  if (isInteractive) process.traps.set('INT', () => undefined);
  let source = '';
  for (;;) {
    if (isInteractive) await process.write('stdout', source === '' ? `${process.folder} # ` : '> ');
    const line = await process.readLine();
    if (line === undefined && source === '') return state.exitCode;
    source += line ?? '';
    const isComplete = line === undefined || isWhole(source);
    if (!isComplete) continue;
    try {
      await shell.run(source);
    } catch (error) {
      // An error ends a script, and not an interactive shell.
      if (!(error instanceof Leave) || error.from === 'exit') throw error;
    }
    source = '';
    if (process.killed.aborted) return state.exitCode;
  }
}

/** Whether the commands do not continue on the next line. */
function isWhole(source: string): boolean {
  if (/\\\n$/.test(source)) return false;
  const { errors = [], commands } = parser().parse(source);
  if (errors.some(({ message }) => /^(expected|unterminated|unclosed)/.test(message))) return false;
  const heredoc = /<<-?\s*(['"]?)(\w+)\1/.exec(source);
  return commands.length === 0 || heredoc === null || new RegExp(`^\\t*${heredoc[2]}$`, 'm').test(source);
}
